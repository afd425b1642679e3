import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paidEvent, signature, stripeKey, webhookSecret } from './fake-stripe'
import { stripePayments } from './stripe-payments'

const id = `cs_${'ab'.repeat(32)}`
const asked = vi.fn<typeof fetch>()
const warnings: string[] = []
let provider: 'simulated' | 'stripe' = 'stripe'

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  vi.unstubAllGlobals()
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

test('an unsigned or expired event is refused before it is parsed', async () => {
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

test('while the database is down, Stripe is asked to retry', async () => {
  asked.mockRejectedValue(new TypeError('no way there'))
  expect((await tell(paidEvent(id, 3790))).status).toBe(503)
  expect(warnings.join()).toContain('pi_3Paid')
})

test('with another payment provider in the settings nothing is accepted', async () => {
  provider = 'simulated'
  expect((await ask({ session: id })).status).toBe(404)
  expect((await tell(paidEvent(id, 3790))).status).toBe(503)
  expect(asked).not.toHaveBeenCalled()
})

test('a Checkout page needs the shop’s origin and a valid session', async () => {
  expect((await ask({ session: id }, 'https://elsewhere.example')).status).toBe(403)
  for (const body of [{}, { session: 'x' }, { session: `${id}&total=1` }, null])
    expect((await ask(body)).status).toBe(400)
  expect(asked).not.toHaveBeenCalled()
})
