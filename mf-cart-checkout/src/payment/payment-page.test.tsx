// @vitest-environment happy-dom
import { defaultSettings } from '@shop/settings'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cartRow, fakeShop, open, pendingSession } from '../testing'
import { noPaymentMessage } from '../order/no-payment'
import { simulatedPayment } from './payment-provider'

let shop: ReturnType<typeof fakeShop>
const reserve = 'POST /rest/v1/rpc/reserve_checkout'
const decline = 'POST /rest/v1/rpc/fail_checkout'
const complete = 'POST /rest/v1/rpc/complete_checkout'
const reply = {
  order_id: 'o',
  order_number: 'AM20260105-0001',
  checkout_session_id: 'abc',
  total: 37.9,
  status: 'completed',
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  shop = fakeShop()
  shop.answers['GET /rest/v1/checkout_sessions'] = () => Response.json([pendingSession])
  shop.answers[reserve] = () => Response.json({ status: 'reserved', expires_at: '2026-01-05T12:15:00Z' })
  shop.answers[complete] = () => Response.json(reply)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('a dead session is told and leads to the cart', async () => {
  shop.answers['GET /rest/v1/checkout_sessions'] = () => Response.json([])
  const router = open('/checkout/payment?session=dead')
  expect(await screen.findByText('Session Not Found')).toBeTruthy()
  expect(screen.getByText('Checkout session expired or not found.')).toBeTruthy()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/cart')
  })
})

test('pressing twice pays once', async () => {
  const router = open('/checkout/payment?session=abc')
  const pay = await screen.findByRole('button', { name: 'Pay £37.90' })
  fireEvent.click(pay)
  fireEvent.click(pay)
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
  expect(shop.sent(complete)).toHaveLength(1)
})

test('a failed payment is told, the session stays, and trying again uses the same key', async () => {
  shop.answers[complete] = () => Response.json({ message: 'broken' }, { status: 500 })
  const router = open('/checkout/payment?session=abc')
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Payment Failed')).toBeTruthy()
  expect(screen.getByText('There was an error processing your payment. Please try again.')).toBeTruthy()
  shop.answers[complete] = () => Response.json(reply)
  fireEvent.click(screen.getByRole('button', { name: 'Pay £37.90' }))
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
  const keys = shop.sent(complete).map(({ body }) => JSON.parse(body).p_idempotency_key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('what is sold out is told before any money moves', async () => {
  shop.answers[reserve] = () =>
    Response.json(
      { code: 'PT409', message: 'Only 1 items available.', hint: 'insufficient_stock', details: '1' },
      { status: 409 },
    )
  const pay = vi.spyOn(simulatedPayment, 'pay')
  open('/checkout/payment?session=abc')
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Only 1 items available.')).toBeTruthy()
  expect(pay).not.toHaveBeenCalled()
  pay.mockRestore()
})

test('a declined payment is told and frees the stock', async () => {
  const pay = vi.spyOn(simulatedPayment, 'pay').mockRejectedValueOnce(new Error('Card declined'))
  shop.answers[decline] = () => Response.json({ status: 'pending', attempts_left: 9 })
  open('/checkout/payment?session=abc')
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Payment Failed')).toBeTruthy()
  expect(shop.sent(decline).map(({ body }) => JSON.parse(body))).toEqual([
    { p_session_id: 'abc', p_reason: 'Card declined' },
  ])
  expect(shop.sent(complete)).toEqual([])
  pay.mockRestore()
})

test('a decline can be tried out with the simulation, and the next try succeeds', async () => {
  shop.answers[decline] = () => Response.json({ status: 'pending', attempts_left: 9 })
  const router = open('/checkout/payment?session=abc')
  fireEvent.click(await screen.findByText('Test the shop'))
  const choice = screen.getByRole('checkbox', { name: 'Decline this payment' })
  fireEvent.click(choice)
  fireEvent.click(screen.getByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Payment Failed')).toBeTruthy()
  expect(shop.sent(decline)).toHaveLength(1)
  expect(shop.sent(complete)).toEqual([])
  fireEvent.click(choice)
  fireEvent.click(screen.getByRole('button', { name: 'Pay £37.90' }))
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
}, 20_000)

test('a gift card that is bought has neither VAT nor an address, and leads on to whom it goes', async () => {
  const bought = {
    ...pendingSession,
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
  shop.answers['GET /rest/v1/checkout_sessions'] = () => Response.json([bought])
  open('/checkout/payment?session=abc')
  expect(await screen.findByRole('button', { name: 'Pay £50.00' })).toBeTruthy()
  expect(screen.getByText('By e-mail to friend@example.test, as soon as it is paid')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Change' }).getAttribute('href')).toBe('/gift-cards')
  expect(screen.queryByText(/VAT/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Pay £50.00' }))
  expect(
    await screen.findByText(
      /The gift card goes to friend@example.test within a few minutes/,
      {},
      { timeout: 5000 },
    ),
  ).toBeTruthy()
})

test('where nobody takes payments the page says so and has nothing to press', async () => {
  open('/checkout/payment?session=abc', defaultSettings)
  expect(await screen.findByText(noPaymentMessage)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Pay|Place order/ })).toBeNull()
  expect(screen.queryByText('Test the shop')).toBeNull()
})

test('that nobody takes payments any more is told in words when the order is refused', async () => {
  const message = 'This shop cannot take payments at the moment. Nothing has been charged.'
  shop.answers[complete] = () =>
    Response.json({ code: 'PT402', message, hint: 'payment_unavailable', details: null }, { status: 402 })
  open('/checkout/payment?session=abc')
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

const stripe = { ...defaultSettings, payment: { provider: 'stripe' as const } }

test('with Stripe the visitor is led to its page, and the browser completes nothing', async () => {
  shop.answers['POST /payments/stripe/session'] = () =>
    Response.json({ url: 'https://checkout.stripe.com/c/pay/cs_test_a1' })
  const go = vi.spyOn(location, 'assign').mockReturnValue(undefined)
  open('/checkout/payment?session=abc', stripe)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  await waitFor(() => {
    expect(go).toHaveBeenCalledWith('https://checkout.stripe.com/c/pay/cs_test_a1')
  })
  expect(shop.sent('POST /payments/stripe/session').map(({ body }) => JSON.parse(body))).toEqual([
    { session: 'abc' },
  ])
  expect(shop.sent(reserve)).toEqual([])
  expect(screen.queryByText('Test the shop')).toBeNull()
  expect(shop.sent(complete)).toEqual([])
  go.mockRestore()
})

test('a page of Stripe that cannot be had is a failed payment, and nothing was held for it', async () => {
  shop.answers['POST /payments/stripe/session'] = () => new Response('no', { status: 502 })
  open('/checkout/payment?session=abc', stripe)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Payment Failed')).toBeTruthy()
  expect([shop.sent(reserve), shop.sent(decline)]).toEqual([[], []])
})

test('too little for a card is told with a way out', async () => {
  shop.answers['POST /payments/stripe/session'] = () =>
    Response.json({ message: 'A card cannot be charged less than 30p.' }, { status: 422 })
  open('/checkout/payment?session=abc', stripe)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Too little to pay by card')).toBeTruthy()
  expect(
    screen.getByText(
      'A card cannot be charged less than 30p. Take your code away, or add something to your cart.',
    ),
  ).toBeTruthy()
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
])('what the web server could not have held for Stripe is told (%s, %j)', async (status, refusal, words) => {
  shop.answers['POST /payments/stripe/session'] = () => Response.json(refusal, { status })
  open('/checkout/payment?session=abc', stripe)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect([shop.sent(reserve), shop.sent(decline)]).toEqual([[], []])
})

test('a checkout that was open for too long is told as such and leads back to its form', async () => {
  const message =
    'This checkout has been open for more than 45 minutes. Nothing was charged. Please start it again.'
  shop.answers[reserve] = () =>
    Response.json({ code: 'PT409', message, hint: 'hold_ended', details: '' }, { status: 409 })
  shop.answers['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  const router = open('/checkout/payment?session=abc')
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Checkout expired')).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout')
  })
})

test('who comes back before the word of the provider sees that it is awaited, then the confirmation', async () => {
  shop.answers['GET /rest/v1/checkout_sessions'] = () => Response.json([])
  open('/checkout/success?session=abc', stripe)
  expect(await screen.findByText('Your payment is being confirmed')).toBeTruthy()
  expect(document.title).toMatch(/^Your order \|/)
  shop.answers['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...pendingSession, status: 'completed' }])
  expect(await screen.findByText('Thank you')).toBeTruthy()
  expect(document.title).toMatch(/^Order confirmed \|/)
})

const refused =
  (hint: string, details: unknown = null) =>
  () =>
    Response.json({ code: 'PT409', message: 'x', hint, details: JSON.stringify(details) }, { status: 409 })
const inState = (status: string, row: unknown) => (request: Request) =>
  Response.json(request.url.includes(`status=eq.${status}`) ? [row] : [])
const press = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
}

test('a session that ended while its page was open is told as one that is not there', async () => {
  shop.answers['GET /rest/v1/checkout_sessions'] = inState('pending', pendingSession)
  shop.answers[reserve] = refused('session_not_found')
  const router = open('/checkout/payment?session=abc')
  await press()
  expect(await screen.findByText('Checkout session expired or not found.')).toBeTruthy()
  expect(screen.queryByText('Payment Failed')).toBeNull()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/cart')
  })
})

test('who paid already, in another tab or before a reload, comes to the confirmation', async () => {
  shop.answers['GET /rest/v1/checkout_sessions'] = inState('completed', {
    ...pendingSession,
    status: 'completed',
  })
  const router = open('/checkout/payment?session=abc')
  expect(await screen.findByText('Thank you')).toBeTruthy()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
  expect(screen.queryByText('Session Not Found')).toBeNull()
})

test.each([
  ['the same total: something else was bought meanwhile', { total: 37.9 }, '/cart', 'Your cart has changed'],
  [
    'no total: its delivery is no longer to be had',
    { total: null },
    '/checkout',
    'The delivery you chose cannot be had any more. Please choose another.',
  ],
])('a refusal with %s', async (_, details, path, words) => {
  shop.answers['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  shop.answers[reserve] = refused('totals_changed', details)
  const router = open('/checkout/payment?session=abc')
  await press()
  expect(await screen.findByText(words)).toBeTruthy()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(path)
  })
  expect(screen.queryByText('Payment Failed')).toBeNull()
})

test('a price that changed where a gift card pays for everything is shown in the whole total', async () => {
  shop.answers['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...pendingSession, gift_card_hint: 'WXYZ', gift_card_amount: 37.9 }])
  shop.answers[complete] = refused('totals_changed', { total: 35 })
  open('/checkout/payment?session=abc')
  fireEvent.click(await screen.findByRole('button', { name: 'Place order' }))
  expect(await screen.findByText(/The total was £37.90 and is now £35.00/)).toBeTruthy()
})

test('the focus stays with what there is to press: on accepting another total, then on paying it', async () => {
  shop.answers[reserve] = refused('totals_changed', { total: 40 })
  shop.answers['POST /rest/v1/rpc/start_checkout'] = () =>
    Response.json({ ...pendingSession, session_id: 'next' })
  open('/checkout/payment?session=abc')
  const pay = await screen.findByRole('button', { name: 'Pay £37.90' })
  pay.focus()
  fireEvent.click(pay)
  const accept = await screen.findByRole('button', { name: 'Accept £40.00' })
  expect(document.activeElement).toBe(accept)
  shop.answers['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...pendingSession, session_id: 'next', shipping_amount: 2.1, total: 40 }])
  fireEvent.click(accept)
  await screen.findByRole('button', { name: 'Pay £40.00' })
  expect(document.activeElement?.textContent).toBe('Pay £40.00')
})
