import { describe, expect } from 'vitest'
import { sampled } from '@shop/testing/sample'
import { oddValues } from './requests/values'
import { ask, shown } from './shop/ask'
import { test } from './shop/running-shop'
import type { Call } from './shop/send'

interface Form {
  path: string
  /** Fields with valid values. */
  fields: Record<string, string>
}

const forms: readonly Form[] = [
  { path: '/cart', fields: { product: '@robe@', variant: '@variant@', quantity: '1' } },
  { path: '/cart?variant', fields: { line: '@victimLine@', variant: '@variant@' } },
  { path: '/age-confirmation', fields: { page: '//evil.example' } },
  { path: '/cart?quantity', fields: { line: '@victimLine@', quantity: '1' } },
  {
    path: '/checkout',
    fields: {
      email: '@someEmail@',
      phone: '07700 900123',
      firstName: 'Ada',
      lastName: 'Guest',
      line1: '1 High Street',
      line2: '',
      city: 'London',
      state: '',
      postalCode: 'SW1A 1AA',
      method: '@method@',
      promotion: '',
      giftCard: '',
    },
  },
  { path: '/checkout/payment?session=cs_unknown', fields: { decline: 'on' } },
  { path: '/track-order', fields: { number: 'AM20260101-0001', contact: '@someEmail@' } },
  { path: '/auth', fields: { firstName: '', lastName: '', email: '@someEmail@', password: 'long enough' } },
  { path: '/auth/forgot', fields: { email: '@someEmail@' } },
  { path: '/payments/stripe/page?session=@guestCheckout@', fields: {} },
  {
    path: '/products/robe-in-sizes',
    fields: { product: '@robe@', variant: '@variant@', email: '@someEmail@' },
  },
  {
    path: '/contact',
    fields: { name: 'Ada', email: '@someEmail@', subject: 'Hello', message: 'Ten letters, no fewer' },
  },
  { path: '/vitals', fields: { remote: 'mf-catalog', route: '/', metric: 'LCP', value: '100' } },
  { path: '/payments/stripe/session', fields: { session: '@guestCheckout@' } },
  { path: '/payments/stripe/webhook', fields: { id: 'evt_1', type: 'checkout.session.completed' } },
]
const takesJson = /^\/(?:vitals$|payments\/stripe\/(?:session|webhook)$)/
/** Text as a form sends it; half a surrogate pair cannot be sent. */
const escaped = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, 'x'))

const urlencoded = 'application/x-www-form-urlencoded'

const texts = Object.values(oddValues)
  .filter((text) => text.length < 3000)
  .map((text): string => {
    try {
      const value: unknown = JSON.parse(text)
      return typeof value === 'string' ? value : text
    } catch {
      return text
    }
  })

/** Bodies that do not match their content type, mostly malformed multipart. */
const broken: readonly [string, string][] = [
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', 'x'],
  ['multipart/form-data; boundary=x', ''],
  ['multipart/form-data; boundary=x', '--x'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="product"\r\n\r\n1'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\n\r\n--x--'],
  ['multipart/form-data; boundary="x', '--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="product"; filename="../../x"\r\n\r\n1\r\n--x--',
  ],
  [`multipart/form-data; boundary=${'x'.repeat(300)}`, '--x'],
  ['application/json', '{'],
  ['application/json', '[]'],
  ['application/json', 'null'],
  [urlencoded, '%'],
  [urlencoded, '%E0%A4%A=%ff'],
  [urlencoded, '&=&=&'],
  [urlencoded, '__proto__=1&constructor=2'],
  [urlencoded, 'product=1&product=2&quantity=1'],
  ['text/plain', 'product=1'],
  ['', 'product=1'],
  ['application/x-www-form-urlencoded; charset=utf-7', 'product=+ADw-'],
  ['nonsense', '\0\0\0'],
]

/** The same form with other fields, as JSON where it takes that. */
function post({ path }: Form, fields: Record<string, string>): Call {
  const headers = { 'content-type': takesJson.test(path) ? 'application/json' : urlencoded }
  const pairs = Object.entries(fields).map(
    ([name, text]) => `${name}=${/^@\w+@$/.test(text) ? text : escaped(text)}`,
  )
  const body = takesJson.test(path) ? JSON.stringify(fields) : pairs.join('&')
  return { way: 'web', method: 'POST', path, body, headers }
}

describe.each(forms)('the form $path', (form) => {
  const { path, fields } = form
  const odd = Object.keys(fields).flatMap((field) =>
    texts.map((text, index) => ({ name: `${path} ${field} ${String(index)}`, field, text })),
  )

  test('takes odd values in any field without an error', async ({ shop }) => {
    for (const { field, text } of sampled(odd, 0.04)) {
      const call = post(form, { ...fields, [field]: text })
      await ask(shop, { ...call, headers: { ...call.headers, origin: shop.siteUrl } })
    }
  })

  test.for(broken)('rejects a body of %j that reads %j', async ([type, body], { shop }) => {
    const headers = { origin: shop.siteUrl, ...(type && { 'content-type': type }) }
    const call: Call = { way: 'web', method: 'POST', path, body, headers }
    const reply = await ask(shop, call)
    expect(reply.status >= 400 || reply.status === 303, shown(call, reply)).toBe(true)
  })

  test.for([5000, 70_000, 300_000])('rejects %i bytes', async (size, { shop }) => {
    const headers = { origin: shop.siteUrl, 'content-type': urlencoded }
    const call: Call = { way: 'web', method: 'POST', path, body: `message=${'x'.repeat(size)}`, headers }
    const reply = await ask(shop, call)
    expect(reply.status, shown({ ...call, body: '' }, reply)).toBeGreaterThanOrEqual(300)
  })

  // Browsers send no JSON to another site without asking it first.
  if (!takesJson.test(path))
    test('is rejected when another site sends it', async ({ shop }) => {
      const evil = ['https://evil.example', 'null', `${shop.siteUrl}.evil.example`, 'http://localhost', '']
      for (const origin of evil) {
        const call = post(form, fields)
        const reply = await ask(shop, { ...call, headers: { ...call.headers, ...(origin && { origin }) } })
        const isTaken = reply.status < 400 && !/error|rejected|wait/.test(reply.location)
        expect.soft(isTaken, `${origin}: ${shown(call, reply)}`).toBe(false)
      }
    })
})
