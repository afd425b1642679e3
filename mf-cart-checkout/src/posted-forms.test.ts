import { formContext } from '@shop/forms/posted'
import type { Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { fakeSupabase, rejection, type FakeSupabase } from '@shop/testing'
import { beforeEach, expect, test } from 'vitest'
import { pendingSession } from './testing'
import { action as startCheckout } from './checkout/checkout-action'
import { action as pay } from './payment/payment-action'
import { stripeNotice } from './payment/stripe-notice'

const sessionId = `cs_${'0123456789abcdef'.repeat(4)}`
const session = { ...pendingSession, session_id: sessionId }
const typed = {
  email: 'ada@example.test',
  phone: '',
  firstName: 'Ada',
  lastName: 'Guest',
  line1: '1 High Street',
  line2: '',
  city: 'London',
  state: '',
  postalCode: 'sw1a1aa',
  method: 'standard',
  promotion: '',
  giftCard: '',
}
let shop: FakeSupabase

beforeEach(() => {
  shop = fakeSupabase({ rpc: { start_checkout: () => session } })
})

const databaseRejection = (hint: string, message: string, details?: string) =>
  rejection(409, 'PT409', message, { hint, ...(details !== undefined && { details }) })

async function send(
  action: typeof pay,
  fields: Record<string, string>,
  {
    address = '/checkout',
    settings = {},
    guest,
  }: { address?: string; settings?: Partial<Settings>; guest?: string } = {},
) {
  const data = shop.connect()
  if (guest !== undefined) data.backend.guest.adopt(guest)
  const request = new Request(`https://shop.example${address}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const context = formContext(
    {},
    {
      data,
      settings: { ...testSettings, payment: { provider: 'simulated' }, ...settings },
      siteUrl: 'https://shop.example',
      askAccounts: () => Promise.resolve(null),
    },
  )
  const response = await action({ request, context })
  return {
    data,
    status: response.status,
    location: response.headers.get('location'),
    shown: response.body ? ((await response.json()) as unknown) : null,
  }
}
const atPayment = (fields: Record<string, string> = {}, settings: Partial<Settings> = {}) =>
  send(pay, fields, { address: `/checkout/payment?session=${sessionId}`, settings })

test('a filled form starts the checkout and leads to its payment', async () => {
  const { status, location } = await send(startCheckout, typed)
  expect([status, location]).toEqual([303, `/checkout/payment?session=${sessionId}`])
  const [sent] = shop.sent('POST /rest/v1/rpc/start_checkout')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    p_details: { email: typed.email, shipping_address: { postal_code: 'SW1A 1AA' } },
  })
  // No total was shown that could have changed: the payment page shows it.
  expect(sent?.body).not.toContain('expected_total')
})

test('the guest’s cart moves to a new id with the checkout, and stays where that is rejected', async () => {
  const guest = `session_${'ab'.repeat(24)}`
  const { data } = await send(startCheckout, typed, { guest })
  const asked = JSON.parse(shop.sent('POST /rest/v1/rpc/start_checkout')[0]?.body ?? '')
  expect(asked.p_details.new_session_id).toMatch(/^session_[0-9a-f]{48}$/)
  expect(data.backend.guest.id()).toBe(asked.p_details.new_session_id)
  shop.rpc.start_checkout = () => databaseRejection('cart_empty', 'Your cart is empty')
  const rejected = await send(startCheckout, typed, { guest })
  expect(rejected.data.backend.guest.id()).toBe(guest)
  expect(rejected.data.backend.guest.pendingNextId()).toBeNull()
})

test('a form that is sent again after its answer was lost names the same next id of the cart', async () => {
  const guest = `session_${'ab'.repeat(24)}`
  const nextGuest = `session_${'cd'.repeat(24)}`
  for (const _ of [1, 2]) {
    const { data } = await send(startCheckout, { ...typed, nextGuest }, { guest })
    expect(data.backend.guest.id()).toBe(nextGuest)
  }
  const asked = shop.sent('POST /rest/v1/rpc/start_checkout').map(({ body }): unknown => JSON.parse(body))
  const details = { p_details: expect.objectContaining({ new_session_id: nextGuest }) as unknown }
  expect(asked).toEqual([details, details])
})

test('errors are shown beside their fields, typed values stay, and no request is sent', async () => {
  const { status, shown: response } = await send(startCheckout, {
    ...typed,
    firstName: ' ',
    postalCode: 'here',
    giftCard: '1234',
    unknown: 'x',
  })
  expect(status).toBe(422)
  expect(response).toMatchObject({
    typed: { email: typed.email, postalCode: 'here', giftCard: '1234' },
    problems: {
      firstName: 'Enter your first name',
      postalCode: expect.stringContaining('SW1A 1AA') as string,
      giftCard: 'We can’t find that gift card. Check the code and try again.',
    },
  })
  expect(response).not.toHaveProperty('typed.unknown')
  expect(shop.sent('POST')).toEqual([])
})

test('a rejected promotion code is said beside its field', async () => {
  shop.rpc.apply_promotion = () => ({ state: 'ended', total: 37.9 })
  const { status, shown: response } = await send(startCheckout, { ...typed, promotion: 'SPRING' })
  expect(status).toBe(422)
  expect(response).toMatchObject({
    problems: { promotion: 'This code has ended.' },
    typed: { promotion: 'SPRING' },
  })
})

test.each([
  ['insufficient_stock', 'Only 1 items available.', 'Insufficient Stock', true],
  ['rate_limited', 'Please wait.', 'Checkout Error', false],
  ['cart_empty', 'Your cart is empty', 'Checkout Error', false],
])('when the database rejects with %s the page says why', async (hint, message, title, toCart) => {
  shop.rpc.start_checkout = () => databaseRejection(hint, message)
  const { status, shown: response } = await send(startCheckout, typed)
  expect(status).toBe(409)
  expect(response).toMatchObject({ notice: { title, description: message, toCart } })
})

test('a payment holds the stock, completes the order under the checkout’s key and leads to the confirmation', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([session])
  shop.rpc.reserve_checkout = () => ({ status: 'reserved' })
  shop.rpc.complete_checkout = () => ({ order_number: 'AM20260105-0007' })
  for (const _ of [1, 2]) {
    const { status, location } = await atPayment()
    expect([status, location]).toEqual([303, `/checkout/success?session=${sessionId}`])
  }
  const keys = shop
    .sent('POST /rest/v1/rpc/complete_checkout')
    .map(({ body }) => (JSON.parse(body) as { p_idempotency_key: string }).p_idempotency_key)
  const key = '01234567-89ab-cdef-0123-456789abcdef'
  expect(keys).toEqual([key, key])
})

test('a declined payment makes no order, frees the stock and says that nothing was charged', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([session])
  shop.rpc.reserve_checkout = () => ({ status: 'reserved' })
  shop.rpc.fail_checkout = () => ({ status: 'pending' })
  const { status, shown: response } = await atPayment({ decline: 'on' })
  expect(status).toBe(409)
  expect(response).toMatchObject({
    notice: { description: expect.stringContaining('Nothing has been charged') as string },
  })
  expect(shop.sent('POST /rest/v1/rpc/fail_checkout')).toHaveLength(1)
  expect(shop.sent('POST /rest/v1/rpc/complete_checkout')).toEqual([])
})

test('a total that changed leads back to the form, and nothing is charged', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([session])
  shop.rpc.reserve_checkout = () =>
    databaseRejection('totals_changed', 'Changed', JSON.stringify({ total: 41.9 }))
  const { shown: response } = await atPayment()
  expect(response).toEqual({
    notice: {
      title: 'Your total has changed',
      description: 'It now comes to £41.90. Nothing has been charged.',
      to: 'delivery',
    },
  })
})

test('what Stripe is to charge is posted on to the web server, and without a provider nothing is paid', async () => {
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([session])
  const { status, location } = await atPayment({}, { payment: { provider: 'stripe' } })
  expect([status, location]).toEqual([307, `/payments/stripe/page?session=${sessionId}`])
  expect((await atPayment({}, { payment: { provider: 'none' } })).status).toBe(409)
  expect(shop.sent('POST')).toEqual([])
})

test('a checkout that is paid already leads to its confirmation, an unknown one nowhere', async () => {
  const sessionReads = () => shop.sent('GET /rest/v1/checkout_sessions')
  shop.responses['GET /rest/v1/checkout_sessions'] = (request) =>
    Response.json(request.url.includes('completed') ? [{ ...session, status: 'completed' }] : [])
  expect((await atPayment()).location).toBe(`/checkout/success?session=${sessionId}`)
  const before = sessionReads().length
  for (const id of ['', 'cs_x', `${sessionId}0`, sessionId.toUpperCase(), '%E2%82%AC'])
    expect((await send(pay, {}, { address: `/checkout/payment?session=${id}` })).status).toBe(404)
  expect(sessionReads()).toHaveLength(before)
})

test.each([
  ['insufficient_stock', 'cart'],
  ['hold_ended', 'delivery'],
  ['totals_changed', 'delivery'],
  ['too_little', 'delivery'],
  ['failed', null],
  ['<script>', null],
])('Stripe’s page that could not be prepared because of %s is told in words', (reason, to) => {
  const notice = stripeNotice(reason)
  expect(notice?.to).toBe(to)
  expect(notice?.description).toMatch(/charged/)
  expect(notice?.description).not.toContain(reason)
})
