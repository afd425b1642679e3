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

test('signing in takes the checkout along that was begun in this browser', async ({ tab }) => {
  tab.guestWith('mask', 1)
  const checkout = `cs_${'a'.repeat(64)}`
  localStorage.setItem('aurelle_checkout_session', checkout)
  storeSession()
  const merge = vi.spyOn(tab.shop.rpc, 'cart_merge')
  render(tab.page())
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  expect(merge.mock.calls[0]?.[1].headers.get('x-checkout-session')).toBe(checkout)
})

test('an invalid checkout id is removed from the browser, and does not hide the cart', async ({ tab }) => {
  tab.guestWith('mask', 1)
  localStorage.setItem('aurelle_checkout_session', '{"id":"€"}')
  storeSession()
  render(tab.page())
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  expect(localStorage.getItem('aurelle_checkout_session')).toBeNull()
  expect(tab.data.backend.guest.id()).toBeNull()
})

test('a guest’s cart is shown under the new id that a checkout gave it, without an empty moment', async ({
  tab,
}) => {
  const { guest } = tab.data.backend
  tab.guestWith('mask', 1)
  const counts: number[] = []
  render(tab.page(undefined, ({ count, status }) => counts.push(status === 'ready' ? count : -1)))
  await shows('ready: 1 [1 Eye Mask £5.14] £5.14')
  counts.length = 0
  const next = guest.prepareNextId()
  for (const line of tab.shop.tables.cart_items ?? []) line.session_id = next
  act(() => {
    tab.cart.renewGuest()
  })
  await act(() => tab.cart.refetch())
  expect(guest.id()).toBe(next)
  expect(new Set(counts)).toEqual(new Set([1]))
})

test('a cart that has moved although the checkout’s answer was lost is found again', async ({ tab }) => {
  const { guest } = tab.data.backend
  tab.guestWith('mask', 2)
  const next = guest.prepareNextId()
  for (const line of tab.shop.tables.cart_items ?? []) line.session_id = next
  render(tab.page())
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
  expect([guest.id(), guest.pendingNextId()]).toEqual([next, null])
})

test('signing in brings the cart along, also where the checkout’s answer was lost', async ({ tab }) => {
  const { guest } = tab.data.backend
  tab.guestWith('mask', 2)
  const next = guest.prepareNextId()
  for (const line of tab.shop.tables.cart_items ?? []) line.session_id = next
  storeSession()
  render(tab.page())
  await shows('ready: 2 [2 Eye Mask £10.28] £10.28')
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
