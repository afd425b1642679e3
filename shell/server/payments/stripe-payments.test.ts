import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paidEvent, returnedEvent, signature, stripeKey, webhookSecret } from './fake-stripe'
import { stripePayments } from './stripe-payments'

const id = `cs_${'ab'.repeat(32)}`
const asked = vi.fn<typeof fetch>()
const warnings: string[] = []
let provider: 'simulated' | 'stripe' = 'stripe'

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  asked.mockReset()
  warnings.length = 0
  provider = 'stripe'
})

const app = () =>
  stripePayments({
    stripeKey,
    webhookSecret,
    backendKey: 'sb_secret_test',
    supabaseUrl: 'http://backend.test',
    siteUrl: 'https://shop.example',
    provider: () => Promise.resolve(provider),
    warn: (message) => warnings.push(message),
  })
const tell = (body: string, header = signature(body)) =>
  app().request('/webhook', { method: 'POST', body, headers: { 'stripe-signature': header } })
const ask = (body: unknown, origin = 'https://shop.example') =>
  app().request('/session', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { origin, 'content-type': 'application/json' },
  })

test('an unsigned or expired event is rejected before it is parsed', async () => {
  const body = paidEvent(id, 3790)
  expect((await tell(body, '')).status).toBe(400)
  expect((await tell(body, signature(body, Math.floor(Date.now() / 1000) - 3600))).status).toBe(400)
  expect((await tell(paidEvent(id, 1), signature(body))).status).toBe(400)
  expect(asked).not.toHaveBeenCalled()
})

test.each([
  ['another event', JSON.stringify({ type: 'payment_intent.created', data: { object: {} } })],
  ['a payment of something else', paidEvent('order_77', 3790)],
  ['a page not yet paid', paidEvent(id, 3790, { payment_status: 'unpaid' })],
  ['no JSON', 'hello'],
])('%s is acknowledged and changes nothing', async (_name, body) => {
  expect((await tell(body)).status).toBe(200)
  expect(asked).not.toHaveBeenCalled()
})

const refund = '7b7a9f3e-1111-4000-8000-000000000009'
const respondsWith = (state: string | null) =>
  asked.mockImplementation(() => Promise.resolve(Response.json(state)))
const eventsInDatabase = async () =>
  await Promise.all(
    asked.mock.calls.map(async ([input, init]) => [
      new URL(input instanceof Request ? input.url : input).pathname,
      JSON.parse(input instanceof Request ? await input.text() : String(init?.body)) as unknown,
    ]),
  )

test.each([
  ['refund.failed', { status: 'failed' }, 'expired or canceled card'],
  ['refund.updated', { status: 'failed', failure_reason: 'lost_or_stolen_card' }, 'lost or stolen card'],
  ['refund.updated', { status: 'canceled', failure_reason: undefined }, 'canceled'],
])('%s with %j is noted, whatever the provider is by now', async (type, changes, reason) => {
  provider = 'simulated'
  respondsWith('failed')
  expect((await tell(returnedEvent(refund, 're_7', changes, type))).status).toBe(200)
  expect(await eventsInDatabase()).toEqual([
    [
      '/rest/v1/rpc/bounce_refund',
      { p_id: refund, p_reference: 're_7', p_error: `Stripe reports the refund as ${reason}.` },
    ],
  ])
})

test('a refund that came back before its own answer is written down is to be told again', async () => {
  respondsWith('pending')
  expect((await tell(returnedEvent(refund, 're_7'))).status).toBe(503)
  asked.mockRejectedValue(new TypeError('no way there'))
  expect((await tell(returnedEvent(refund, 're_7'))).status).toBe(503)
  expect(warnings.join()).toContain('re_7')
})

test.each([
  ['that was paid', { status: 'succeeded' }],
  ['of no refund of this shop', { metadata: {} }],
  ['of another shop', { metadata: { shop_refund: 'A-77' } }],
])('news of a refund %s changes nothing', async (_name, changes) => {
  expect((await tell(returnedEvent(refund, 're_7', changes, 'refund.updated'))).status).toBe(200)
  expect(asked).not.toHaveBeenCalled()
})

test('news of a refund that Stripe has not signed is rejected', async () => {
  expect((await tell(returnedEvent(refund, 're_7'), signature(returnedEvent(refund, 're_8')))).status).toBe(
    400,
  )
  expect(asked).not.toHaveBeenCalled()
})

test('while the database is down, Stripe is asked to retry', async () => {
  asked.mockRejectedValue(new TypeError('no way there'))
  expect((await tell(paidEvent(id, 3790))).status).toBe(503)
  expect(warnings.join()).toContain('pi_3Paid')
})

test('with another payment provider in the settings nothing is accepted', async () => {
  provider = 'simulated'
  expect((await ask({ session: id })).status).toBe(404)
  expect((await tell(paidEvent(id, 3790))).status).toBe(503)
  expect(warnings.join()).toContain('pi_3Paid')
  expect(asked).not.toHaveBeenCalled()
})

test('a Checkout page needs the shop’s origin and a valid session', async () => {
  expect((await ask({ session: id }, 'https://elsewhere.example')).status).toBe(403)
  for (const body of [{}, { session: 'x' }, { session: `${id}&total=1` }, null])
    expect((await ask(body)).status).toBe(400)
  expect(asked).not.toHaveBeenCalled()
})
