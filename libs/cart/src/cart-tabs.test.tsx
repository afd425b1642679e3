// @vitest-environment happy-dom
import { shopper, storeSession } from '@shop/testing'
import { act, render, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { Cart } from './cart-provider'
import { cartPage, shows, test } from './testing'

test('signing in merges the guest cart', async ({ tab }) => {
  tab.guestWith('mask', 1)
  tab.shop.put(shopper.id, 'balm', 1)
  storeSession()
  render(tab.page())
  await shows('ready: 2 [1 Eye Mask £5.14, 1 Moss Balm £15.79] £20.93')
  expect(tab.data.backend.guest.id()).toBeNull()
})

test('a second tab sees what the first one adds', async ({ tab }) => {
  let second: Cart | undefined
  tab.data.backend.guest.ensure()
  render(tab.page())
  const other = render(
    cartPage(tab.shop.connect(), (now) => {
      second = now
    }),
  )
  await waitFor(() => {
    expect(second?.status).toBe('ready')
  })
  await act(() => tab.cart.add('balm', 3))
  await waitFor(() => {
    within(other.container).getByText('ready: 3 [3 Moss Balm £47.37] £47.37')
  })
})

test('a second tab sees that an order has emptied the cart', async ({ tab }) => {
  let second: Cart | undefined
  tab.guestWith('mask', 1)
  render(tab.page())
  const other = render(
    cartPage(tab.shop.connect(), (now) => {
      second = now
    }),
  )
  await waitFor(() => {
    expect(second?.count).toBe(1)
  })
  tab.shop.tables.cart_items = []
  await act(() => tab.cart.refetch())
  await waitFor(() => {
    within(other.container).getByText('ready: 0 [] £0.00')
  })
})

test('returning to the tab after a while refetches the cart', async ({ tab }) => {
  tab.guestWith('mask', 1)
  render(tab.page())
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  tab.shop.products.mask = { name: 'Silk Mask', price: 6.5, inventory_quantity: 5, is_active: true }
  const later = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('visibilitychange'))
  })
  await shows('ready: 1 [1 Silk Mask £5.14] £5.14')
})
