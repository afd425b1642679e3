// @vitest-environment happy-dom
import type { DataContextValue } from '@shop/supabase'
import { act, cleanup, render, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cart } from './cart-provider'
import { fakeShop, products, shopperId, storeSession } from './fake-shop'
import { cartPage, shows } from './testing'

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

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the auth client counts its instances
  shop = fakeShop()
  data = shop.tab()
})
afterEach(() => {
  cleanup()
  products.mask = { name: 'Eye Mask', price: 6.5, inventory_quantity: 5, is_active: true }
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('signing in merges the guest cart', async () => {
  guestWith('mask', 1)
  shop.put(shopperId, 'balm', 1)
  storeSession()
  render(page())
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  expect(data.backend.guest.id()).toBeNull()
})

test('a second tab sees what the first one adds', async () => {
  let second: Cart | undefined
  data.backend.guest.ensure()
  render(page())
  const other = render(
    cartPage(shop.tab(), (now) => {
      second = now
    }),
  )
  await waitFor(() => {
    expect(second?.status).toBe('ready')
  })
  await act(() => cart.add('balm', 3))
  await waitFor(() => {
    within(other.container).getByText('ready: 3 [3 Moss Balm £47.37] £47.37')
  })
})

test('a second tab sees that an order has emptied the cart', async () => {
  let second: Cart | undefined
  guestWith('mask', 1)
  render(page())
  const other = render(
    cartPage(shop.tab(), (now) => {
      second = now
    }),
  )
  await waitFor(() => {
    expect(second?.count).toBe(1)
  })
  shop.empty()
  await act(() => cart.refetch())
  await waitFor(() => {
    within(other.container).getByText('ready: 0 [] £0.00')
  })
})

test('returning to the tab after a while refetches the cart', async () => {
  guestWith('mask', 1)
  render(page())
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  products.mask = { name: 'Silk Mask', price: 6.5, inventory_quantity: 5, is_active: true }
  const later = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('visibilitychange'))
  })
  await shows('ready: 1 [1 Silk Mask £5.14] £5.14')
})
