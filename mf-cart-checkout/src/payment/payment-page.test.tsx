// @vitest-environment happy-dom
import { hurryTimers, type FakeSupabase } from '@shop/testing'
import { testSettings } from '@shop/settings/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakePayment, open, paidOrder, pendingSession, sessionId } from '../testing'
import { noPaymentMessage } from '../order/no-payment'
import { simulatedPayment } from './payment-provider'

let shop: FakeSupabase
let stopTime: () => void
const reserve = 'POST /rest/v1/rpc/reserve_checkout'
const decline = 'POST /rest/v1/rpc/fail_checkout'
const complete = 'POST /rest/v1/rpc/complete_checkout'

beforeEach(() => {
  stopTime = hurryTimers()
  shop = fakePayment()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

test('a missing session shows a message and redirects to the cart', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([])
  stopTime()
  // The message stands for two seconds.
  hurryTimers(4)
  const router = open('/checkout/payment?session=dead')
  expect(await screen.findByText('Session Not Found')).toBeVisible()
  expect(screen.getByText('Checkout session expired or not found.')).toBeVisible()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/cart')
  })
})

test('before paying one sees when it arrives, and what paying means', async () => {
  const metadata = { shipping_method: 'Standard', arrives_from: '2026-11-30', arrives_to: '2026-12-02' }
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([{ ...pendingSession, metadata }])
  open(`/checkout/payment?session=${sessionId}`)
  expect(await screen.findByText('Standard, arrives Mon 30 Nov to Wed 2 Dec')).toBeVisible()
  expect(
    ['terms', 'returns', 'privacy'].map((name) => screen.getByRole('link', { name }).getAttribute('href')),
  ).toEqual(['/terms', '/returns', '/privacy'])
})

test('pressing twice pays once', async () => {
  const router = open(`/checkout/payment?session=${sessionId}`)
  const pay = await screen.findByRole('button', { name: 'Pay £37.90' })
  fireEvent.click(pay)
  fireEvent.click(pay)
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
  expect(shop.sent(complete)).toHaveLength(1)
})

test('a failed payment shows an error, and retrying uses the same idempotency key', async () => {
  shop.responses[complete] = () => Response.json({ message: 'broken' }, { status: 500 })
  const router = open(`/checkout/payment?session=${sessionId}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Payment Failed')).toBeVisible()
  expect(screen.getByText('There was an error processing your payment. Please try again.')).toBeVisible()
  // The answer was lost, so that nobody knows whether the order was placed.
  screen.getByRole('group', { name: 'Your payment could not be confirmed' })
  shop.responses[complete] = () => Response.json(paidOrder)
  fireEvent.click(screen.getByRole('button', { name: 'Pay £37.90' }))
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
  const keys = shop.sent(complete).map(({ body }) => JSON.parse(body).p_idempotency_key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a sold out product is reported before the payment', async () => {
  shop.responses[reserve] = () =>
    Response.json(
      { code: 'PT409', message: 'Only 1 items available.', hint: 'insufficient_stock', details: '1' },
      { status: 409 },
    )
  const pay = vi.spyOn(simulatedPayment, 'pay')
  open(`/checkout/payment?session=${sessionId}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Only 1 items available.')).toBeVisible()
  expect(pay).not.toHaveBeenCalled()
  pay.mockRestore()
})

test('a declined payment shows an error and releases the stock', async () => {
  const pay = vi.spyOn(simulatedPayment, 'pay').mockRejectedValueOnce(new Error('Card declined'))
  shop.responses[decline] = () => Response.json({ status: 'pending', attempts_left: 9 })
  open(`/checkout/payment?session=${sessionId}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Payment Failed')).toBeVisible()
  expect(shop.sent(decline).map(({ body }) => JSON.parse(body))).toEqual([
    { p_session_id: sessionId, p_reason: 'Card declined' },
  ])
  expect(shop.sent(complete)).toEqual([])
  pay.mockRestore()
})

test('the simulation can decline a payment, and the next attempt succeeds', async () => {
  shop.responses[decline] = () => Response.json({ status: 'pending', attempts_left: 9 })
  const router = open(`/checkout/payment?session=${sessionId}`)
  fireEvent.click(await screen.findByText('Test the shop'))
  const choice = screen.getByRole('checkbox', { name: 'Decline this payment' })
  fireEvent.click(choice)
  fireEvent.click(screen.getByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Payment Failed')).toBeVisible()
  const failure = screen.getByRole('group', { name: 'You have not been charged' })
  expect(failure).toHaveFocus()
  expect(failure.compareDocumentPosition(screen.getByRole('button', { name: 'Pay £37.90' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  expect(shop.sent(decline)).toHaveLength(1)
  expect(shop.sent(complete)).toEqual([])
  fireEvent.click(choice)
  fireEvent.click(screen.getByRole('button', { name: 'Pay £37.90' }))
  expect(screen.queryByText('You have not been charged')).not.toBeInTheDocument()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
}, 20_000)

test('the purchase of a gift card has neither VAT nor an address, and the confirmation names the recipient', async () => {
  const bought = {
    ...pendingSession,
    kind: 'gift_card',
    subtotal: 50,
    tax_amount: 0,
    total: 50,
    shipping_address: {},
    cart_items: [
      { product_id: null, product_name: 'Gift card', quantity: 1, unit_price: 50, total_price: 50 },
    ],
    metadata: {
      shipping_method: 'By e-mail',
      gift_card: { pence: 5000, recipient: 'friend@example.test', message: null },
    },
  }
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([bought])
  open(`/checkout/payment?session=${sessionId}`)
  expect(await screen.findByRole('button', { name: 'Pay £50.00' })).toBeVisible()
  expect(screen.getByText('By email to friend@example.test, as soon as it is paid')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/gift-cards')
  expect(screen.queryByText(/VAT/)).not.toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Pay £50.00' }))
  expect(
    await screen.findByText(
      /The gift card goes to friend@example.test within a few minutes/,
      {},
      { timeout: 5000 },
    ),
  ).toBeVisible()
})

test('without a payment provider the page says so and has no pay button', async () => {
  open(`/checkout/payment?session=${sessionId}`, testSettings)
  expect(await screen.findByText(noPaymentMessage)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Pay|Place order/ })).not.toBeInTheDocument()
  expect(screen.queryByText('Test the shop')).not.toBeInTheDocument()
})

test('an order rejected because payments were switched off shows a message', async () => {
  const message = 'This shop cannot take payments at the moment. Nothing has been charged.'
  shop.responses[complete] = () =>
    Response.json({ code: 'PT402', message, hint: 'payment_unavailable', details: null }, { status: 402 })
  open(`/checkout/payment?session=${sessionId}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText(message)).toBeVisible()
})

test('leaving the page during the payment still ends at the confirmation', async () => {
  const router = open(`/checkout/payment?session=${sessionId}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  await router.navigate('/elsewhere')
  expect(await screen.findByText('Elsewhere')).toBeVisible()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
  expect(shop.sent(complete)).toHaveLength(1)
})
