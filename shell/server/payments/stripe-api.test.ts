import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signature, startFakeStripe, stripeKey, webhookSecret } from './fake-stripe'
import { stripeApi } from './stripe-api'

let stripe: Awaited<ReturnType<typeof startFakeStripe>>
beforeAll(async () => {
  stripe = await startFakeStripe()
})
afterEach(() => {
  stripe.calls.length = 0
  stripe.next.length = 0
})
afterAll(() => stripe.close())

const api = (apiUrl = stripe.url) => stripeApi({ secretKey: stripeKey, webhookSecret, apiUrl })
const payment = {
  checkoutId: 'cs_1',
  email: 'ada@example.test',
  currency: 'GBP',
  amountPence: 3790,
  title: 'An order',
  successUrl: 'https://shop.example/yes',
  cancelUrl: 'https://shop.example/no',
  failedBefore: 0,
}

test('a failed call is retried once, with the same idempotency key and version', async () => {
  stripe.next.push([500, { error: { type: 'api_error', message: 'An unknown error occurred' } }])
  expect((await api().createPage(payment)).url).toMatch(/^https:\/\/checkout\.stripe\.com\//)
  expect(stripe.calls.map(({ headers }) => [headers['idempotency-key'], headers['stripe-version']])).toEqual([
    ['cs_1_3790', '2026-08-26.dahlia'],
    ['cs_1_3790', '2026-08-26.dahlia'],
  ])
})

test('no telemetry of this machine is sent', async () => {
  await api().createPage(payment)
  const agent: unknown = JSON.parse(String(stripe.calls[0]?.headers['x-stripe-client-user-agent']))
  expect(agent).not.toHaveProperty('platform')
  expect(agent).not.toHaveProperty('telemetry_id')
})

test.each([[{ id: 'cs_test_1', url: null }], [{ id: '../refunds', url: 'https://x.test' }], [{}]])(
  'a page %j is none',
  async (response) => {
    stripe.next.push([200, response])
    await expect(api().createPage(payment)).rejects.toThrow()
  },
)

const body = '{"id":"evt_1"}'
const now = () => Math.floor(Date.now() / 1000)
function isRejected(header: string | undefined, of = body): boolean {
  try {
    api().readEvent(of, header)
    return false
  } catch {
    return true
  }
}

test('an event that Stripe signed is parsed, also during a rotation of the secret', () => {
  // Worked out by hand: printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_fake
  expect(signature(body, 1_700_000_000)).toBe(
    't=1700000000,v1=a03d3a96c113e2353f325d5ef01648cf19f8343abd745ed5d00220dd8fe27cdc',
  )
  const good = signature(body)
  expect(api().readEvent(body, good)).toEqual({ id: 'evt_1' })
  const time = now()
  const [, value = ''] = signature(body, time).split(',')
  expect(isRejected(`${signature(body, time, 'whsec_old')},${value}`)).toBe(false)
  expect(isRejected(`${good},v0=00`)).toBe(false)
})

test('a signature is valid for five minutes', () => {
  expect(isRejected(signature(body, now() - 290))).toBe(false)
  expect(isRejected(signature(body, now() - 310))).toBe(true)
})

test.each<[string, (good: string) => string | undefined]>([
  ['no signature', () => undefined],
  ['an empty one', () => ''],
  ['a time alone', () => `t=${String(now())}`],
  ['a value alone', () => 'v1=00'],
  ["another secret's", () => signature(body, now(), 'whsec_other')],
  ['another time', (good) => good.replace(/t=\d+/, `t=${String(now() - 1)}`)],
  ['another scheme', (good) => good.replace('v1=', 'v0=')],
  ['a value cut short', (good) => good.slice(0, -2)],
  ['nothing after the names', () => 't=,v1='],
  ['no number for a time', () => 't=NaN,v1=zz'],
])('%s is rejected', (_name, change) => {
  expect(isRejected(change(signature(body)))).toBe(true)
})

test('a modified body is rejected', () => {
  expect(isRejected(signature(body), `${body} `)).toBe(true)
})
