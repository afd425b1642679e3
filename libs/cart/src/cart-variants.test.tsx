// @vitest-environment happy-dom
import type { DataContextValue } from '@shop/supabase'
import { shopper, storeSession } from '@shop/testing'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cart } from './cart-provider'
import { cartPage, failure, fakeShop, products, shows } from './testing'

let shop: ReturnType<typeof fakeShop>
let data: DataContextValue
let cart: Cart

const page = () =>
  cartPage(data, (now) => {
    cart = now
  })
const guestWith = (variant: string | null, quantity: number) => {
  shop.put(data.backend.guest.ensure(), 'robe', quantity, variant)
}
const robe = structuredClone(products.robe)

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the auth client counts its instances
  shop = fakeShop()
  data = shop.connect()
})
afterEach(() => {
  cleanup()
  if (robe) products.robe = structuredClone(robe)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('two variants of a product are two lines, each with its own price', async () => {
  guestWith('robe-s', 1)
  render(page())
  await shows('ready: 1 [1 Silk Robe, S £79.00] £79.00')
  await act(() => cart.add('robe', 2, { variantId: 'robe-m' }))
  await act(() => cart.add('robe', 1, { variantId: 'robe-s' }))
  await shows('ready: 4 [2 Silk Robe, S £158.00, 2 Silk Robe, M £158.00] £316.00')
  expect(shop.stored()).toEqual(['2 robe-s', '2 robe-m'])
})

test('a line lists the active variants in the order of the option’s values', async () => {
  guestWith('robe-s', 1)
  render(page())
  await shows('ready: 1 [1 Silk Robe, S £79.00] £79.00')
  expect(cart.lines[0]?.variants.map(({ name, stock }) => [name, stock])).toEqual([
    ['S', 5],
    ['M', 3],
    ['L', 0],
  ])
  expect(cart.lines[0]?.options).toEqual([{ name: 'Size', value: 'S' }])
})

test('another variant shows at once, and its line keeps id and position', async () => {
  guestWith('robe-s', 2)
  shop.put(data.backend.guest.ensure(), 'balm', 1)
  render(page())
  await shows('ready: 3 [2 Silk Robe, S £158.00, 1 Moss Balm £15.79] £173.79')
  const release = shop.hold()
  let changed: Promise<void> | undefined
  act(() => {
    changed = cart.changeVariant('line-1', 'robe-m')
  })
  await shows('ready busy: 3 [2 Silk Robe, M £158.00, 1 Moss Balm £15.79] £173.79')
  release()
  await act(() => changed)
  await shows('ready: 3 [2 Silk Robe, M £158.00, 1 Moss Balm £15.79] £173.79')
  expect(cart.lines[0]?.id).toBe('line-1')
  expect(shop.stored()).toEqual(['2 robe-m', '1 balm'])
})

test('a line changed to a variant that is in the cart already joins its line', async () => {
  guestWith('robe-s', 1)
  guestWith('robe-m', 2)
  render(page())
  await shows('ready: 3 [1 Silk Robe, S £79.00, 2 Silk Robe, M £158.00] £237.00')
  const release = shop.hold()
  let changed: Promise<void> | undefined
  act(() => {
    changed = cart.changeVariant('line-1', 'robe-m')
  })
  await shows('ready busy: 3 [3 Silk Robe, M £237.00] £237.00')
  release()
  await act(() => changed)
  await shows('ready: 3 [3 Silk Robe, M £237.00] £237.00')
})

test('a variant without enough stock is refused, and the line is rolled back', async () => {
  guestWith('robe-s', 4)
  render(page())
  await shows('ready: 4 [4 Silk Robe, S £316.00] £316.00')
  const error = await act(() => failure(cart.changeVariant('line-1', 'robe-m')))
  expect(error).toMatchObject({ hint: 'insufficient_stock', details: '3' })
  await shows('ready: 4 [4 Silk Robe, S £316.00] £316.00')
})

test('a removed line is restored with its variant', async () => {
  guestWith('robe-s', 1)
  guestWith('robe-m', 1)
  render(page())
  await shows('ready: 2 [1 Silk Robe, S £79.00, 1 Silk Robe, M £79.00] £158.00')
  const [line] = cart.lines
  if (!line) throw new Error('no line')
  await act(() => cart.remove(line.id))
  await shows('ready: 1 [1 Silk Robe, M £79.00] £79.00')
  await act(() => cart.restore(line))
  await shows('ready: 2 [1 Silk Robe, S £79.00, 1 Silk Robe, M £79.00] £158.00')
  expect(shop.stored().sort()).toEqual(['1 robe-m', '1 robe-s'])
})

test('a line without its option and a line of a withdrawn variant are not available and cost nothing', async () => {
  guestWith(null, 1)
  guestWith('robe-gone', 1)
  render(page())
  await shows('ready: 2 [1 Silk Robe £0.00, 1 Silk Robe £0.00] £0.00')
  expect(cart.lines).toMatchObject([
    { available: false, missingOption: 'size', stock: 0 },
    { available: false, missingOption: null, stock: 0 },
  ])
})

test('signing in merges the guest cart with its variants', async () => {
  guestWith('robe-s', 1)
  shop.put(shopper.id, 'robe', 1, 'robe-m')
  storeSession()
  render(page())
  await shows('ready: 2 [1 Silk Robe, S £79.00, 1 Silk Robe, M £79.00] £158.00')
})
