// @vitest-environment happy-dom
import { shopper, storeSession } from '@shop/testing'
import { act, render } from '@testing-library/react'
import { expect } from 'vitest'
import { failure, shows, test } from './testing'

test('two variants of a product are two lines, each with its own price', async ({ tab }) => {
  tab.guestWith('robe', 1, 'robe-s')
  render(tab.page())
  await shows('ready: 1 [1 Silk Robe, S £79.00] £79.00')
  await act(() => tab.cart.add('robe', 2, { variantId: 'robe-m' }))
  await act(() => tab.cart.add('robe', 1, { variantId: 'robe-s' }))
  await shows('ready: 4 [2 Silk Robe, S £158.00, 2 Silk Robe, M £158.00] £316.00')
  expect(tab.shop.stored()).toEqual(['2 robe-s', '2 robe-m'])
})

test('a line lists the active variants in the order of the option’s values', async ({ tab }) => {
  tab.guestWith('robe', 1, 'robe-s')
  render(tab.page())
  await shows('ready: 1 [1 Silk Robe, S £79.00] £79.00')
  expect(tab.cart.lines[0]?.variants.map(({ name, stock }) => [name, stock])).toEqual([
    ['S', 5],
    ['M', 3],
    ['L', 0],
  ])
  expect(tab.cart.lines[0]?.options).toEqual([{ name: 'Size', value: 'S' }])
})

test('another variant shows at once, and its line keeps id and position', async ({ tab }) => {
  tab.guestWith('robe', 2, 'robe-s')
  tab.shop.put(tab.data.backend.guest.ensure(), 'balm', 1)
  render(tab.page())
  await shows('ready: 3 [2 Silk Robe, S £158.00, 1 Moss Balm £15.79] £173.79')
  const release = tab.shop.hold()
  let changed: Promise<void> | undefined
  act(() => {
    changed = tab.cart.changeVariant('line-1', 'robe-m')
  })
  await shows('ready busy: 3 [2 Silk Robe, M £158.00, 1 Moss Balm £15.79] £173.79')
  release()
  await act(() => changed)
  await shows('ready: 3 [2 Silk Robe, M £158.00, 1 Moss Balm £15.79] £173.79')
  expect(tab.cart.lines[0]?.id).toBe('line-1')
  expect(tab.shop.stored()).toEqual(['2 robe-m', '1 balm'])
})

test('a line changed to a variant that is in the cart already joins its line', async ({ tab }) => {
  tab.guestWith('robe', 1, 'robe-s')
  tab.guestWith('robe', 2, 'robe-m')
  render(tab.page())
  await shows('ready: 3 [1 Silk Robe, S £79.00, 2 Silk Robe, M £158.00] £237.00')
  const release = tab.shop.hold()
  let changed: Promise<void> | undefined
  act(() => {
    changed = tab.cart.changeVariant('line-1', 'robe-m')
  })
  await shows('ready busy: 3 [3 Silk Robe, M £237.00] £237.00')
  release()
  await act(() => changed)
  await shows('ready: 3 [3 Silk Robe, M £237.00] £237.00')
})

test('a variant without enough stock is rejected, and the line is rolled back', async ({ tab }) => {
  tab.guestWith('robe', 4, 'robe-s')
  render(tab.page())
  await shows('ready: 4 [4 Silk Robe, S £316.00] £316.00')
  const error = await act(() => failure(tab.cart.changeVariant('line-1', 'robe-m')))
  expect(error).toMatchObject({ hint: 'insufficient_stock', details: '3' })
  await shows('ready: 4 [4 Silk Robe, S £316.00] £316.00')
})

test('a removed line is restored with its variant', async ({ tab }) => {
  tab.guestWith('robe', 1, 'robe-s')
  tab.guestWith('robe', 1, 'robe-m')
  render(tab.page())
  await shows('ready: 2 [1 Silk Robe, S £79.00, 1 Silk Robe, M £79.00] £158.00')
  const [line] = tab.cart.lines
  if (!line) throw new Error('no line')
  await act(() => tab.cart.remove(line.id))
  await shows('ready: 1 [1 Silk Robe, M £79.00] £79.00')
  await act(() => tab.cart.restore(line))
  await shows('ready: 2 [1 Silk Robe, S £79.00, 1 Silk Robe, M £79.00] £158.00')
  expect(tab.shop.stored().sort()).toEqual(['1 robe-m', '1 robe-s'])
})

test('a line without its option and a line of a withdrawn variant are not available and cost nothing', async ({
  tab,
}) => {
  tab.guestWith('robe', 1, null)
  tab.guestWith('robe', 1, 'robe-gone')
  render(tab.page())
  await shows('ready: 2 [1 Silk Robe £0.00, 1 Silk Robe £0.00] £0.00')
  expect(tab.cart.lines).toMatchObject([
    { available: false, missingOption: 'size', stock: 0 },
    { available: false, missingOption: null, stock: 0 },
  ])
})

test('signing in merges the guest cart with its variants', async ({ tab }) => {
  tab.guestWith('robe', 1, 'robe-s')
  tab.shop.put(shopper.id, 'robe', 1, 'robe-m')
  storeSession()
  render(tab.page())
  await shows('ready: 2 [1 Silk Robe, S £79.00, 1 Silk Robe, M £79.00] £158.00')
})
