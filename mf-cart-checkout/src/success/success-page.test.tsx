// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeShop, nextSessionId, open, pendingSession, sessionId } from '../testing'

let shop: FakeSupabase
const done = {
  ...pendingSession,
  status: 'completed',
  metadata: { ...pendingSession.metadata, order_number: 'AM20260105-0007' },
}
const nothing = () => Response.json([])

beforeEach(() => {
  shop = fakeShop()
  localStorage.setItem('aurelle_checkout_session', sessionId)
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([done])
  shop.rpc.placed_order = () => null
})

/** Whether this device still knows the id of the checkout. */
const remembersCheckout = () =>
  /\babc\b|_abc\b/.test(JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

test('once the confirmation is shown the checkout id is removed from the address and the device', async () => {
  const router = open(`/checkout/success?session=${sessionId}`)
  expect(await screen.findByText('AM20260105-0007')).toBeVisible()
  await waitFor(() => {
    expect(router.state.location.search).toBe('')
  })
  expect(router.state.location.pathname).toBe('/checkout/success')
  expect(screen.getByText(/a@example\.test/)).toBeVisible()
  expect(remembersCheckout()).toBe(false)
})

test('the confirmation thanks by name, and says how and when the parcel comes', async () => {
  const metadata = { ...done.metadata, arrives_from: '2026-11-30', arrives_to: '2026-12-02' }
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([{ ...done, metadata }])
  open(`/checkout/success?session=${sessionId}`)
  await screen.findByRole('heading', { level: 1, name: 'Thank you, Ada' })
  screen.getByText('Payment received')
  screen.getByText('Standard shipping')
  screen.getByText('Arrives Mon 30 Nov to Wed 2 Dec')
  expect(screen.getByRole('link', { name: 'Track your order' })).toHaveAttribute(
    'href',
    '/track-order?order=AM20260105-0007',
  )
})

test('a guest whose address has an account is led to it, and offered no second one', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...done, metadata: { ...done.metadata, has_account: true } }])
  const router = open(`/checkout/success?session=${sessionId}`)
  await screen.findByRole('heading', { name: 'This order is in your account' })
  expect(screen.queryByRole('button', { name: 'Create an account' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Sign In' }))
  await waitFor(() => {
    expect(router.state.location).toMatchObject({ pathname: '/auth', state: { from: '/account/orders' } })
  })
  expect(shop.sent('POST /rest/v1/rpc/issue_account_token')).toEqual([])
})

test('the confirmation of another checkout does not clear this browser’s open checkout', async () => {
  localStorage.setItem('aurelle_checkout_session', nextSessionId)
  open(`/checkout/success?session=${sessionId}`)
  await screen.findByText('AM20260105-0007')
  await waitFor(() => {
    expect(remembersCheckout()).toBe(false)
  })
  expect(localStorage.getItem('aurelle_checkout_session')).toBe(nextSessionId)
})

test('a refresh shows that the order is placed, without a name or an address', async () => {
  const first = open(`/checkout/success?session=${sessionId}`)
  await waitFor(() => {
    expect(first.state.location.search).toBe('')
  })
  cleanup()
  open('/checkout/success')
  expect(await screen.findByRole('heading', { name: 'Order AM20260105-0007 is placed' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Track your order' })).toHaveAttribute(
    'href',
    '/track-order?order=AM20260105-0007',
  )
  expect(document.body).not.toHaveTextContent(/Ada|High Street|a@example\.test/)
})

test.each([
  ['shipped', 'Your order is on its way.'],
  ['cancelled', 'Your order was cancelled.'],
])(
  'the address of an earlier order that is %s says so, without a name or an address',
  async (status, news) => {
    shop.responses['GET /rest/v1/checkout_sessions'] = nothing
    shop.rpc.placed_order = () => ({ order_number: 'AM20260105-0007', status })
    open(`/checkout/success?session=${sessionId}`)
    await screen.findByRole('heading', { name: 'Order AM20260105-0007' })
    screen.getByText(news, { exact: false })
    expect(screen.getByRole('link', { name: 'Track your order' })).toHaveAttribute(
      'href',
      '/track-order?order=AM20260105-0007',
    )
    expect(screen.queryByRole('button', { name: 'Create an account' })).not.toBeInTheDocument()
  },
)

test('until the order is confirmed the id stays in the address, so that a refresh continues polling', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = nothing
  const router = open(`/checkout/success?session=${sessionId}`)
  expect(await screen.findByText('We can’t find that order')).toBeVisible()
  expect(router.state.location.search).toBe(`?session=${sessionId}`)
  expect(localStorage.getItem('aurelle_checkout_session')).toBe(sessionId)
})

test('without an id and an order of this tab there is nothing to confirm, and no request is sent', async () => {
  open('/checkout/success')
  expect(await screen.findByText('We can’t find that order')).toBeVisible()
  expect(shop.sent('GET /rest/v1/checkout_sessions')).toEqual([])
})
