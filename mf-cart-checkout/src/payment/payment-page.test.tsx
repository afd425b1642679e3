// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeShop, open, pendingSession } from '../testing'

let shop: ReturnType<typeof fakeShop>
const complete = 'POST /rest/v1/rpc/complete_checkout'
const reply = { order_id: 'o', order_number: 'AM20260105-0001', checkout_session_id: 'abc', total: 37.9, status: 'completed' }

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  shop = fakeShop()
  shop.answers['GET /rest/v1/checkout_sessions'] = () => Response.json([pendingSession])
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
  expect(router.state.location.pathname).toBe('/cart')
})

test('pressing twice pays once', async () => {
  const router = open('/checkout/payment?session=abc')
  const pay = await screen.findByRole('button', { name: 'Pay £37.90' })
  fireEvent.click(pay)
  fireEvent.click(pay)
  await waitFor(() => { expect(router.state.location.pathname).toBe('/checkout/success') }, { timeout: 5000 })
  expect(shop.sent(complete)).toHaveLength(1)
})

test('a failed payment is told, the session stays, and trying again uses the same key', async () => {
  shop.answers[complete] = () => Response.json({ message: 'broken' }, { status: 500 })
  const router = open('/checkout/payment?session=abc')
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('Payment Failed', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('There was an error processing your payment. Please try again.')).toBeTruthy()
  shop.answers[complete] = () => Response.json(reply)
  fireEvent.click(screen.getByRole('button', { name: 'Pay £37.90' }))
  await waitFor(() => { expect(router.state.location.pathname).toBe('/checkout/success') }, { timeout: 5000 })
  const keys = shop.sent(complete).map(({ body }) => JSON.parse(body).p_idempotency_key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})
