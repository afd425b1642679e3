// @vitest-environment happy-dom
import type { DataContextValue } from '@shop/supabase'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cart } from './cart-provider'
import { fakeShop, products } from './fake-shop'
import { cartPage, failure, shows } from './testing'

let shop: ReturnType<typeof fakeShop>
let data: DataContextValue
let cart: Cart

const page = () =>
  cartPage(data, (now) => {
    cart = now
  })
const guestWith = (product: string, quantity: number) => {
  shop.put(data.backend.guest.ensure(), product, quantity)
}
const eyeMask = (inventory_quantity: number) => {
  products.mask = { name: 'Eye Mask', price: 6.5, inventory_quantity, is_active: true }
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the auth client counts its instances
  shop = fakeShop()
  data = shop.tab()
})
afterEach(() => {
  cleanup()
  eyeMask(5)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a restored line shows at once, and can be removed again before the database has responded', async () => {
  guestWith('mask', 2)
  render(page())
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  const [line] = cart.lines
  if (!line) throw new Error('no line')
  await act(() => cart.remove(line.id))
  await shows('ready: 0 [] £0.00')
  const release = shop.hold()
  let restored: Promise<number> | undefined
  act(() => {
    restored = cart.restore(line)
  })
  await shows('ready busy: 2 [2 Eye Mask £10.28] £10.28')
  let removed: Promise<void> | undefined
  act(() => {
    removed = cart.remove(cart.lines[0]?.id ?? '')
  })
  await shows('ready busy: 0 [] £0.00')
  release()
  await act(() => removed)
  expect(await restored).toBe(2)
  await shows('ready: 0 [] £0.00')
  expect(shop.stored()).toEqual([])
})

test('a line is restored with only as many pieces as are in stock', async () => {
  guestWith('mask', 4)
  render(page())
  await shows('ready: 4 [4 Eye Mask £20.56] £20.56')
  const [line] = cart.lines
  if (!line) throw new Error('no line')
  await act(() => cart.remove(line.id))
  eyeMask(3)
  let restored = 0
  await act(async () => {
    restored = await cart.restore(line)
  })
  expect(restored).toBe(3)
  await shows('ready: 3 [3 Eye Mask £15.42] £15.42')
  eyeMask(0)
  await act(() => cart.remove(cart.lines[0]?.id ?? ''))
  expect(await failure(cart.restore(line))).toMatchObject({ hint: 'insufficient_stock' })
})

test('a restored line returns to its position, at once and after the database has responded', async () => {
  guestWith('mask', 1)
  guestWith('balm', 1)
  render(page())
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  const [mask] = cart.lines
  if (!mask) throw new Error('no line')
  await act(() => cart.remove(mask.id))
  await shows('ready: 1 [1 Moss Balm £15.79] £15.79')
  const release = shop.hold()
  let restored: Promise<number> | undefined
  act(() => {
    restored = cart.restore(mask)
  })
  await shows('ready busy: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  release()
  await act(() => restored)
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
})
