// @vitest-environment happy-dom
import { hurryTimers, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartRow, fakePayment, nextSessionId, open, pendingSession, sessionId } from '../testing'

let shop: FakeSupabase
let stopTime: () => void
const reserve = 'POST /rest/v1/rpc/reserve_checkout'
const complete = 'POST /rest/v1/rpc/complete_checkout'

beforeEach(() => {
  stopTime = hurryTimers()
  shop = fakePayment()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

const rejected =
  (hint: string, details: unknown = null) =>
  () =>
    Response.json({ code: 'PT409', message: 'x', hint, details: JSON.stringify(details) }, { status: 409 })
const inState = (status: string, row: unknown) => (request: Request) =>
  Response.json(request.url.includes(`status=eq.${status}`) ? [row] : [])
const press = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
}

test('an expired checkout shows a message and redirects to the form', async () => {
  const message =
    'This checkout has been open for more than 45 minutes. Nothing was charged. Please start it again.'
  shop.responses[reserve] = () =>
    Response.json({ code: 'PT409', message, hint: 'hold_ended', details: '' }, { status: 409 })
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  const router = open(`/checkout/payment?session=${sessionId}`)
  stopTime()
  // The message stands for two seconds.
  hurryTimers(4)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Checkout expired')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout')
  })
})

test('a session that ended while its page was open shows the same as a missing one', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = inState('pending', pendingSession)
  shop.responses[reserve] = rejected('session_not_found')
  const router = open(`/checkout/payment?session=${sessionId}`)
  await press()
  expect(await screen.findByText('Checkout session expired or not found.')).toBeVisible()
  expect(screen.queryByText('Payment Failed')).not.toBeInTheDocument()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/cart')
  })
})

test('a checkout already paid in another tab or before a reload redirects to the confirmation', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = inState('completed', {
    ...pendingSession,
    status: 'completed',
  })
  const router = open(`/checkout/payment?session=${sessionId}`)
  expect(await screen.findByText('Thank you, Ada')).toBeVisible()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
  expect(screen.queryByText('Session Not Found')).not.toBeInTheDocument()
})

test.each([
  ['the same total: something else was bought meanwhile', { total: 37.9 }, '/cart', 'Your cart has changed'],
  [
    'no total: its delivery is no longer to be had',
    { total: null },
    '/checkout',
    'The delivery option you chose is no longer available. Please choose another.',
  ],
])('a rejection with %s', async (_, details, path, text) => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  shop.responses[reserve] = rejected('totals_changed', details)
  const router = open(`/checkout/payment?session=${sessionId}`)
  await press()
  expect(await screen.findByText(text)).toBeVisible()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(path)
  })
  expect(screen.queryByText('Payment Failed')).not.toBeInTheDocument()
})

test('a price change with a gift card covering everything shows the whole total', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...pendingSession, gift_card_hint: 'WXYZ', gift_card_amount: 37.9 }])
  shop.responses[complete] = rejected('totals_changed', { total: 35 })
  open(`/checkout/payment?session=${sessionId}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Place order' }))
  expect(await screen.findByText(/The total was £37.90 and is now £35.00/)).toBeVisible()
})

test('the focus moves to the accept button, then to the pay button', async () => {
  shop.responses[reserve] = rejected('totals_changed', { total: 40 })
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () =>
    Response.json({ ...pendingSession, session_id: nextSessionId })
  open(`/checkout/payment?session=${sessionId}`)
  const pay = await screen.findByRole('button', { name: 'Pay £37.90' })
  pay.focus()
  fireEvent.click(pay)
  const accept = await screen.findByRole('button', { name: 'Accept £40.00' })
  expect(accept).toHaveFocus()
  shop.responses['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...pendingSession, session_id: nextSessionId, shipping_amount: 2.1, total: 40 }])
  fireEvent.click(accept)
  await screen.findByRole('button', { name: 'Pay £40.00' })
  expect(document.activeElement?.textContent).toBe('Pay £40.00')
})

test.each([
  ['cart_empty', '/cart', 'Your cart has changed'],
  [
    'method_unavailable',
    '/checkout',
    'The delivery option you chose is no longer available. Please choose another.',
  ],
])('another total that cannot be accepted because of %s redirects to %s', async (hint, path, text) => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  shop.responses[reserve] = rejected('totals_changed', { total: 40 })
  shop.responses['POST /rest/v1/rpc/start_checkout'] = rejected(hint)
  const router = open(`/checkout/payment?session=${sessionId}`)
  await press()
  fireEvent.click(await screen.findByRole('button', { name: 'Accept £40.00' }))
  expect(await screen.findByText(text)).toBeVisible()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(path)
  })
})
