// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartRow, fakeShop, fillDraft, nextSessionId, open, pendingSession, sessionId } from '../testing'

let shop: FakeSupabase
const check = 'POST /rest/v1/rpc/check_promotion'
const apply = 'POST /rest/v1/rpc/apply_promotion'
const start = 'POST /rest/v1/rpc/start_checkout'
const tenth = {
  state: 'valid',
  code: 'MOSS10',
  kind: 'percent',
  percent: 10,
  amount_pence: null,
  minimum_pence: 0,
}

beforeEach(() => {
  shop = fakeShop()
  fillDraft()
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([pendingSession])
  shop.responses[check] = () => Response.json(tenth)
  shop.responses[start] = () => Response.json(pendingSession)
  // 31.58 − 3.16 + VAT 5.68 + Express 4.99
  shop.responses[apply] = () => Response.json({ ...tenth, total: 39.09 })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

const opener = () => screen.findByRole('button', { name: 'Promotion code' })
const field = () => screen.getByRole('textbox', { name: 'Promotion code' })

async function enter(code: string) {
  await userEvent.click(await opener())
  await userEvent.type(field(), `${code}{Enter}`)
}
const toPayment = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Continue to Payment' }))
const bodies = (line: string) => shop.sent(line).map(({ body }) => JSON.parse(body))

test('the code is sent with the checkout, and the total shown is the database’s', async () => {
  const router = open('/checkout')
  await enter('moss10')
  await toPayment()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
  expect(bodies(start)[0].p_details).not.toHaveProperty('expected_total')
  expect(bodies(apply)).toEqual([{ p_session_id: sessionId, p_code: 'MOSS10' }])
})

test('a code that was typed but not applied is applied on submit', async () => {
  const router = open('/checkout')
  await userEvent.click(await opener())
  await userEvent.type(field(), 'moss10')
  await toPayment()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
  expect(bodies(check)).toEqual([{ p_code: 'moss10' }])
  expect(bodies(apply)).toEqual([{ p_session_id: sessionId, p_code: 'MOSS10' }])
})

test('submitting waits for a code being checked, and a rejected code stops it', async () => {
  let respond: (response: Response) => void = () => undefined
  shop.responses[check] = () =>
    new Promise((resolve) => {
      respond = resolve
    })
  const router = open('/checkout')
  await enter('nope')
  await toPayment()
  expect(screen.getByRole('button', { name: 'Processing...' })).toBeVisible()
  respond(Response.json({ state: 'unknown' }))
  await screen.findByText('That code isn’t valid. Check it and try again.')
  expect(field()).toHaveFocus()
  expect(shop.sent(check)).toHaveLength(1)
  expect(shop.sent(start)).toEqual([])
  await userEvent.clear(field())
  await toPayment()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
})

test('a change made while a code is checked is included in the checkout', async () => {
  shop.responses[apply] = () => Response.json({ ...tenth, total: 34.1 }) // Standard is free
  let respond: (response: Response) => void = () => undefined
  shop.responses[check] = () =>
    new Promise((resolve) => {
      respond = resolve
    })
  const router = open('/checkout')
  await enter('moss10')
  await toPayment()
  await userEvent.click(screen.getByRole('radio', { name: /Standard/ }))
  await userEvent.clear(screen.getByLabelText('Town or city'))
  respond(Response.json(tenth))
  await screen.findByText('Enter your town or city')
  expect(shop.sent(start)).toEqual([])
  await userEvent.type(screen.getByLabelText('Town or city'), 'Bath')
  await toPayment()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
  expect(bodies(start)).toMatchObject([
    { p_details: { shipping_method_id: 'standard', shipping_address: { city: 'Bath' } } },
  ])
})

test('a code that was used up meanwhile shows a changed total to accept', async () => {
  shop.responses[apply] = () => Response.json({ state: 'exhausted', total: 42.89 })
  const router = open('/checkout')
  await enter('moss10')
  await toPayment()
  expect(
    await screen.findByText(
      'This code has been used up. The total was £39.09 and is now £42.89. Nothing has been charged.',
    ),
  ).toBeVisible()
  expect(screen.queryByText(/^Discount/)).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/checkout')
  await userEvent.click(screen.getByRole('button', { name: 'Accept £42.89' }))
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
  expect(shop.sent(start)).toHaveLength(1)
})

const withCode = {
  ...pendingSession,
  promotion_code: 'MOSS10',
  discount_amount: 3.16,
  tax_amount: 5.68,
  total: 34.1,
}

test('the payment step shows the discount; a code rejected there shows its reason, and accepting starts a new checkout', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([withCode])
  shop.responses['POST /rest/v1/rpc/reserve_checkout'] = () =>
    Response.json(
      {
        code: 'PT409',
        message: 'x',
        hint: 'totals_changed',
        details: '{"total": 37.90, "promotion_rejected": "exhausted", "minimum_pence": 0}',
      },
      { status: 409 },
    )
  shop.responses[start] = () => Response.json({ ...pendingSession, session_id: nextSessionId })
  shop.responses[apply] = () => Response.json({ state: 'exhausted', total: 37.9 })
  const router = open(`/checkout/payment?session=${sessionId}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Pay £34.10' }))
  expect(screen.getByText('Discount (MOSS10)')).toBeVisible()
  expect(
    await screen.findByText(
      'This code has been used up. The total was £34.10 and is now £37.90. Nothing has been charged.',
    ),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Accept £37.90' }))
  await waitFor(() => {
    expect(router.state.location.search).toBe(`?session=${nextSessionId}`)
  })
})

test('with nothing to pay the provider is not called', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...withCode, discount_amount: 31.58, tax_amount: 0, total: 0 }])
  shop.responses['POST /rest/v1/rpc/reserve_checkout'] = () =>
    Response.json({ status: 'reserved', expires_at: null })
  shop.responses['POST /rest/v1/rpc/complete_checkout'] = () =>
    Response.json({ order_number: 'AM20260105-0001' })
  const router = open(`/checkout/payment?session=${sessionId}`)
  const pay = await screen.findByRole('button', { name: 'Place order' })
  expect(screen.getByText('There is nothing left to pay. Just place your order.')).toBeVisible()
  expect(screen.queryByText('Test the shop')).not.toBeInTheDocument()
  await userEvent.click(pay)
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/success')
  })
})
