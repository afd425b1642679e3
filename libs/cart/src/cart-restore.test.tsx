// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { expect } from 'vitest'
import { failure, shows, test } from './testing'

test('a restored line shows at once, and can be removed again before the database has responded', async ({
  tab,
}) => {
  tab.guestWith('mask', 2)
  render(tab.page())
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  const [line] = tab.cart.lines
  if (!line) throw new Error('no line')
  await act(() => tab.cart.remove(line.id))
  await shows('ready: 0 [] £0.00')
  const release = tab.shop.hold()
  let restored: Promise<number> | undefined
  act(() => {
    restored = tab.cart.restore(line)
  })
  await shows('ready busy: 2 [2 Eye Mask £10.28] £10.28')
  let removed: Promise<void> | undefined
  act(() => {
    removed = tab.cart.remove(tab.cart.lines[0]?.id ?? '')
  })
  await shows('ready busy: 0 [] £0.00')
  release()
  await act(() => removed)
  expect(await restored).toBe(2)
  await shows('ready: 0 [] £0.00')
  expect(tab.shop.stored()).toEqual([])
})

test('a line is restored with only as many pieces as are in stock', async ({ tab }) => {
  tab.guestWith('mask', 4)
  render(tab.page())
  await shows('ready: 4 [4 Eye Mask £20.56] £20.56')
  const [line] = tab.cart.lines
  if (!line) throw new Error('no line')
  await act(() => tab.cart.remove(line.id))
  const eyeMask = { name: 'Eye Mask', price: 6.5, inventory_quantity: 3, is_active: true }
  tab.shop.products.mask = eyeMask
  let restored = 0
  await act(async () => {
    restored = await tab.cart.restore(line)
  })
  expect(restored).toBe(3)
  await shows('ready: 3 [3 Eye Mask £15.42] £15.42')
  eyeMask.inventory_quantity = 0
  await act(() => tab.cart.remove(tab.cart.lines[0]?.id ?? ''))
  expect(await failure(tab.cart.restore(line))).toMatchObject({ hint: 'insufficient_stock' })
})

test('a restored line returns to its position, at once and after the database has responded', async ({
  tab,
}) => {
  tab.guestWith('mask', 1)
  tab.guestWith('balm', 1)
  render(tab.page())
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  const [mask] = tab.cart.lines
  if (!mask) throw new Error('no line')
  await act(() => tab.cart.remove(mask.id))
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  const release = tab.shop.hold()
  let restored: Promise<number> | undefined
  act(() => {
    restored = tab.cart.restore(mask)
  })
  await shows('ready busy: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  release()
  await act(() => restored)
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
})
