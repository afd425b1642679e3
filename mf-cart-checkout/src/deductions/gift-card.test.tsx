// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartRow, fakeShop, fillDraft, open, pendingSession, sessionId } from '../testing'
import { cardShare } from './gift-card'

let shop: FakeSupabase
const check = 'POST /rest/v1/rpc/check_gift_card'
const apply = 'POST /rest/v1/rpc/apply_gift_card'
const start = 'POST /rest/v1/rpc/start_checkout'
const code = '0000-0000-0000-0000-001Y'

beforeEach(() => {
  shop = fakeShop()
  fillDraft()
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([pendingSession])
  shop.responses[check] = () => Response.json({ state: 'valid', hint: '001Y', available_pence: 2000 })
  shop.responses[start] = () => Response.json(pendingSession)
  // £42.89 by Express, less £20.00
  shop.responses[apply] = () =>
    Response.json({ state: 'valid', total: 42.89, gift_card_amount: 20, due: 22.89 })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

async function enter(typed: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Gift card' }))
  await userEvent.click(screen.getByRole('textbox', { name: 'Gift card' }))
  await userEvent.paste(typed)
  await userEvent.keyboard('{Enter}')
}
async function toPayment() {
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to Payment' }))
}
const bodies = (line: string) => shop.sent(line).map(({ body }) => JSON.parse(body))

test('a card pays part: total and VAT are unchanged, and the amount due is shown', async () => {
  const router = open('/checkout')
  await enter(code.toLowerCase())
  const remove = await screen.findByRole('button', { name: 'Remove gift card ending 001Y' })
  expect(remove).toHaveFocus()
  expect(screen.getByText('Balance £20.00')).toBeVisible()
  expect(screen.getByText('−£20.00')).toBeVisible()
  expect(screen.getByText('£6.32')).toBeVisible()
  await toPayment()
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
  expect(bodies(check)).toEqual([{ p_code: '0000000000000000001Y' }])
  expect(bodies(apply)).toEqual([{ p_session_id: sessionId, p_code: '0000000000000000001Y' }])
})

test('a mistyped code sends no request', async () => {
  open('/checkout')
  await enter('0000-0000-0000-0000-001Z')
  expect(await screen.findByText('We can’t find that gift card. Check the code and try again.')).toBeVisible()
  expect(shop.sent(check)).toEqual([])
})

test.each([
  ['expired', 'This gift card has expired.'],
  ['empty', 'This gift card has been used up.'],
  ['in_use', 'This gift card is in use for another payment. Try again in a quarter of an hour.'],
])('%s is shown beside the field', async (state, text) => {
  shop.responses[check] = () => Response.json({ state })
  open('/checkout')
  await enter(code)
  await screen.findByText(text)
  expect(screen.getByRole('textbox', { name: 'Gift card' })).toHaveAttribute('aria-invalid', 'true')
})

test('a card that was spent meanwhile shows a changed total to accept', async () => {
  shop.responses[apply] = () =>
    Response.json({ state: 'empty', total: 42.89, gift_card_amount: 0, due: 42.89 })
  const router = open('/checkout')
  await enter(code)
  await toPayment()
  expect(
    await screen.findByText(
      'This gift card has been used up. The total was £22.89 and is now £42.89. Nothing has been charged.',
    ),
  ).toBeVisible()
  expect(screen.queryByText('To pay', { selector: 'b' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Accept £42.89' }))
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
})

test('the payment step charges the remainder; nothing when the card covers everything', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...pendingSession, gift_card_hint: '001Y', gift_card_amount: 20 }])
  open(`/checkout/payment?session=${sessionId}`)
  expect(await screen.findByRole('button', { name: 'Pay £17.90' })).toBeVisible()
  expect(screen.getByText('Gift card ending 001Y')).toBeVisible()
  cleanup()
  shop.responses['GET /rest/v1/checkout_sessions'] = () =>
    Response.json([{ ...pendingSession, gift_card_hint: '001Y', gift_card_amount: 37.9 }])
  open(`/checkout/payment?session=${sessionId}`)
  expect(await screen.findByRole('button', { name: 'Place order' })).toBeVisible()
  expect(screen.getByText('Your gift card covers everything. Just place your order.')).toBeVisible()
  expect(screen.queryByText('Test the shop')).not.toBeInTheDocument()
})

test.each<[number, 'simulated' | 'stripe', number]>([
  [3790, 'stripe', 3790],
  [5000, 'stripe', 3790],
  [3789, 'stripe', 3760],
  [3760, 'stripe', 3760],
  [3759, 'stripe', 3759],
  [3789, 'simulated', 3789],
])('of £37.90 a card of %i pence pays, with the provider %s, %i', (available, provider, pays) => {
  expect(cardShare(available, 3790, provider)).toBe(pays)
  expect(cardShare(available, 20, provider)).toBe(20)
})
