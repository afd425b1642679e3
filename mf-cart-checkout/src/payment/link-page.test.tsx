// @vitest-environment happy-dom
import { hurryTimers, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import './payment-page'
import { fakePayment, open, pendingSession, sessionId } from '../testing'

let shop: FakeSupabase
const link = 'POST /rest/v1/rpc/payment_link'

beforeEach(() => {
  hurryTimers()
  shop = fakePayment()
  shop.responses['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...pendingSession, metadata: { shipping_method: 'Standard', by_staff: 'draft' } }])
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

test('an open link leads to the payment, where the buyer can only pay', async () => {
  shop.responses[link] = () => Response.json({ state: 'open' })
  const router = open(`/checkout/link?session=${sessionId}`)
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
  expect(await screen.findByRole('button', { name: 'Pay £37.90' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Change' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'tell us' })).toHaveAttribute('href', '/contact')
})

test.each([
  ['paid', { state: 'paid', order_number: 'AM20260101-0001' }, 'This order is paid'],
  ['over', { state: 'ended' }, 'This payment link has ended'],
  ['of other prices', { state: 'changed' }, 'This order has changed'],
])('a link that is %s says so', async (_what, answer, title) => {
  shop.responses[link] = () => Response.json(answer)
  open(`/checkout/link?session=${sessionId}`)
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible()
})

test('a price that changes while the buyer looks is told without another total to accept', async () => {
  shop.responses['POST /rest/v1/rpc/reserve_checkout'] = () =>
    Response.json(
      { code: 'PT409', message: 'Changed', hint: 'totals_changed', details: '{"total":40}' },
      { status: 409 },
    )
  open(`/checkout/payment?session=${sessionId}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay £37.90' }))
  expect(await screen.findByText('This order has changed')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Accept/ })).not.toBeInTheDocument()
})
