// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import { hurryTimers, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakePayment, open, sessionId } from '../testing'
import '../payment/payment-page' // loaded here, so that no test waits for it
import './change-page'

const address = {
  first_name: 'Ada',
  last_name: 'Guest',
  address_line_1: '1 High Street',
  postal_code: 'SW1A 1AA',
}
const item = { name: 'Stone', variant_name: null, sku: 'S', image: null, quantity: 1, total_price: 7.9 }
const before = {
  items: [item],
  shipping_address: address,
  subtotal: 7.9,
  discount_amount: 0,
  promotion_code: null,
  tax_amount: 1.58,
  shipping_amount: 4.99,
  total: 14.47,
}
const edit = {
  state: 'waiting',
  order_number: 'AM20261101-0001',
  before,
  after: {
    ...before,
    items: [{ ...item, quantity: 2, total_price: 15.8 }],
    shipping_address: { ...address, address_line_1: '2 Low Road' },
    subtotal: 15.8,
    tax_amount: 3.16,
    total: 23.95,
  },
  difference: 9.48,
  currency: 'GBP',
  vat_rate: 0.2,
  expires_at: '2026-11-30T12:00:00+00:00',
}

let shop: FakeSupabase
let response: object | null
beforeEach(() => {
  hurryTimers()
  response = edit
  shop = fakePayment()
  shop.responses['POST /rest/v1/rpc/linked_order_edit'] = () => Response.json(response)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

const path = `/checkout/change?session=${sessionId}`

test('one sees what changes, pays the difference, and learns that the order is changed', async () => {
  open(path)
  expect(await screen.findByText('2 × Stone instead of 1')).toBeVisible()
  expect(screen.getByText(/2 Low Road/)).toBeVisible()
  expect(screen.getByText('£14.47')).toBeVisible()
  shop.responses['POST /rest/v1/rpc/complete_checkout'] = () => {
    response = { state: 'applied', order_number: edit.order_number }
    return Response.json({ order_number: edit.order_number })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Pay £9.48' }))
  expect(await screen.findByText(/Your order AM20261101-0001 has been changed/)).toBeVisible()
  expect(shop.sent('POST /rest/v1/rpc/reserve_checkout')).toHaveLength(1)
})

test('a declined payment leaves the order as it was, and can be tried again', async () => {
  open(path)
  fireEvent.click(await screen.findByText('Test the shop'))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Decline this payment' }))
  fireEvent.click(screen.getByRole('button', { name: 'Pay £9.48' }))
  expect(await screen.findByText('You have not been charged')).toBeVisible()
  expect(shop.sent('POST /rest/v1/rpc/fail_checkout')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Pay £9.48' })).toBeEnabled()
})

test.each([
  [{ state: 'withdrawn', order_number: edit.order_number }, /is no longer open/],
  [null, 'This link opens no change of an order'],
])('a link that opens nothing to pay says so: %o', async (found, text) => {
  response = found
  open(path)
  await waitFor(() => {
    expect(screen.getByText(text)).toBeVisible()
  })
  expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
})

const stripe = { ...testSettings, payment: { provider: 'stripe' as const } }

test('with Stripe the difference is paid on its page, and after it the change is waited for', async () => {
  shop.responses['POST /payments/stripe/session'] = () =>
    Response.json({ url: 'https://checkout.stripe.com/c/pay/cs_test_a1' })
  const go = vi.spyOn(location, 'assign').mockReturnValue(undefined)
  open(path, stripe)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £9.48' }))
  await waitFor(() => {
    expect(go).toHaveBeenCalledWith('https://checkout.stripe.com/c/pay/cs_test_a1')
  })
  expect(shop.sent('POST /rest/v1/rpc/reserve_checkout')).toEqual([])
  go.mockRestore()
})

test('whoever comes back from the payment before its confirmation waits for it, and then sees the change made', async () => {
  open(`${path}&paid`, stripe)
  expect(await screen.findByText(/Your payment is being confirmed/)).toBeVisible()
  response = { state: 'applied', order_number: edit.order_number }
  expect(await screen.findByText(/Your order AM20261101-0001 has been changed/)).toBeVisible()
})

test('the payment page leads on to the page of a change', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([])
  open(`/checkout/payment?session=${sessionId}`)
  expect(await screen.findByText('2 × Stone instead of 1')).toBeVisible()
})
