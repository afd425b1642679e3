import { expect, test } from 'vitest'
import { signature, webhookSecret } from './fake-stripe'
import { isSigned } from './stripe-signature'

const body = '{"id":"evt_1"}'
const now = 1_700_000_000
const good = signature(body, now)
const accepts = (header: string | undefined, of = body, atSeconds = now) =>
  isSigned(of, header, webhookSecret, atSeconds * 1000)

test('what Stripe signed is taken, also while its secret is being changed', () => {
  // Worked out by hand: printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_fake
  expect(good).toBe('t=1700000000,v1=a03d3a96c113e2353f325d5ef01648cf19f8343abd745ed5d00220dd8fe27cdc')
  expect(accepts(good)).toBe(true)
  expect(accepts(`${signature(body, now, 'whsec_old')},${good.slice(good.indexOf('v1='))}`)).toBe(true)
  expect(accepts(`${good},v0=00`)).toBe(true)
})

test('it is taken for five minutes', () => {
  expect(accepts(good, body, now + 300)).toBe(true)
  expect(accepts(good, body, now + 301)).toBe(false)
  expect(accepts(good, body, now - 301)).toBe(false)
})

test.each([
  [undefined],
  [''],
  ['t=1700000000'],
  ['v1=00'],
  [signature(body, now, 'whsec_other')],
  [good.replace('t=1700000000', 't=1700000001')],
  [good.replace('v1=', 'v0=')],
  [good.slice(0, -2)],
  ['t=,v1='],
  ['t=NaN,v1=zz'],
])('%s is refused', (header) => {
  expect(accepts(header)).toBe(false)
})

test('a body with another byte is refused', () => {
  expect(accepts(good, `${body} `)).toBe(false)
})
