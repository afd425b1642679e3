// @vitest-environment happy-dom
import { hurryTimers, type FakeSupabase } from '@shop/testing'
import { testSettings } from '@shop/settings/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakePayment, open, pendingSession, sessionId } from '../testing'

let shop: FakeSupabase
const reserve = 'POST /rest/v1/rpc/reserve_checkout'
const decline = 'POST /rest/v1/rpc/fail_checkout'
const complete = 'POST /rest/v1/rpc/complete_checkout'

beforeEach(() => {
  hurryTimers()
  shop = fakePayment()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

const stripe = { ...testSettings, payment: { provider: 'stripe' as const } }

test('with Stripe the visitor is redirected to its page, and the browser does not complete the order', async () => {
  shop.responses['POST /payments/stripe/session'] = () =>
    Response.json({ url: 'https://checkout.stripe.com/c/pay/cs_test_a1' })
  const go = vi.spyOn(location, 'assign').mockReturnValue(undefined)
  open(`/checkout/payment?session=${sessionId}`, stripe)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  await waitFor(() => {
    expect(go).toHaveBeenCalledWith('https://checkout.stripe.com/c/pay/cs_test_a1')
  })
  expect(shop.sent('POST /payments/stripe/session').map(({ body }) => JSON.parse(body))).toEqual([
    { session: sessionId },
  ])
  expect(shop.sent(reserve)).toEqual([])
  expect(screen.queryByText('Test the shop')).not.toBeInTheDocument()
  expect(shop.sent(complete)).toEqual([])
  go.mockRestore()
})

test('when Stripe’s page cannot be created the payment fails, and nothing is reserved', async () => {
  shop.responses['POST /payments/stripe/session'] = () => new Response('no', { status: 502 })
  open(`/checkout/payment?session=${sessionId}`, stripe)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Payment Failed')).toBeVisible()
  expect([shop.sent(reserve), shop.sent(decline)]).toEqual([[], []])
})

test('an amount too small for a card shows a message with a way out', async () => {
  shop.responses['POST /payments/stripe/session'] = () =>
    Response.json({ message: 'A card cannot be charged less than 30p.' }, { status: 422 })
  open(`/checkout/payment?session=${sessionId}`, stripe)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Too little to pay by card')).toBeVisible()
  expect(
    screen.getByText(
      'A card cannot be charged less than 30p. Take your code away, or add something to your cart.',
    ),
  ).toBeVisible()
  expect([shop.sent(reserve), shop.sent(decline)]).toEqual([[], []])
})

test.each([
  [
    409,
    { code: 'PT409', message: 'Only 1 items available.', hint: 'insufficient_stock', details: '1' },
    'Only 1 items available.',
  ],
  [
    429,
    { code: 'PT429', message: 'Too many payments were begun.', hint: 'rate_limited', details: '60' },
    'Too many payments were begun.',
  ],
  [
    409,
    { code: 'PT409', message: 'x', hint: 'totals_changed', details: '{"total":40}' },
    /The total was £37.90 and is now £40.00/,
  ],
])('a reservation rejected by the web server shows a message (%s, %j)', async (status, rejection, text) => {
  shop.responses['POST /payments/stripe/session'] = () => Response.json(rejection, { status })
  open(`/checkout/payment?session=${sessionId}`, stripe)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText(text)).toBeVisible()
  expect([shop.sent(reserve), shop.sent(decline)]).toEqual([[], []])
})

test('a visitor returning before the webhook sees a waiting page, then the confirmation', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([])
  open(`/checkout/success?session=${sessionId}`, stripe)
  expect(await screen.findByText('Your payment is being confirmed')).toBeVisible()
  expect(document.title).toMatch(/^Your order \|/)
  shop.responses['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...pendingSession, status: 'completed' }])
  expect(await screen.findByText('Thank you, Ada')).toBeVisible()
  expect(document.title).toMatch(/^Order confirmed \|/)
})
