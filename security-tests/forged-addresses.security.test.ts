import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { sampled } from '@shop/testing/sample'
import { ask, shown } from './shop/ask'
import { newGuest, rpc } from './shop/purchase'
import { test, type RunningShop } from './shop/running-shop'
import { loopback, type Call } from './shop/send'

const track = (index: number, headers: Record<string, string>): Call => {
  const order = { p_order_number: `AM20260201-${String(1000 + index)}`, p_contact: 'x@example.test' }
  return rpc('track_order', order, { headers })
}

/** A wrong code of a new guest, who has a limit of their own. */
const guess = (index: number, headers: Record<string, string>): Call =>
  rpc('check_promotion', { p_code: `WRONG${String(index)}` }, { headers: { ...newGuest(), ...headers } })

// The true address is the last entry that the proxy in front adds; rate-limits.security.test.ts has the plain cases.
const ways: Readonly<Record<string, (index: number) => Call>> = {
  'other headers': (index) =>
    track(index, {
      'x-forwarded-for': '192.0.2.73',
      'x-real-ip': `198.51.100.${String(index)}`,
      'true-client-ip': `198.51.100.${String(index)}`,
      forwarded: `for=198.51.100.${String(index)}`,
      'x-client-ip': `198.51.100.${String(index)}`,
    }),
  'blanks and commas around the true one': (index) =>
    track(index, { 'x-forwarded-for': `${','.repeat(index % 7)} ,${' '.repeat(index % 5)}192.0.2.74` }),
  'addresses of one IPv6 network': (index) =>
    guess(index, { 'x-forwarded-for': `2001:db8:77:1:${((index * 7919) % 65536).toString(16)}::1` }),
  'other spellings of one IPv6 network': (index) =>
    guess(index, {
      'x-forwarded-for': `${index % 2 ? '2001:DB8:77:2::' : '2001:0db8:0077:0002::0:'}${(index + 1).toString(16)}`,
    }),
  'headers sent through the web server': (index) => ({
    ...track(index, { 'x-forwarded-for': `198.51.100.${String(index)}` }),
    way: 'proxy',
    from: loopback(0x30_0001),
  }),
}

/** Sends calls of one caller until one is limited, 75 at most. */
async function untilLimited(shop: RunningShop, call: (index: number) => Call): Promise<void> {
  for (let index = 0; index < 75; index += 1) if ((await ask(shop, call(index))).status === 429) return
  const last = call(75)
  const reply = await ask(shop, last)
  expect(reply.status, shown(last, reply)).toBe(429)
}

const named = Object.entries(ways).map(([name, call]) => ({ name, call }))

describe('a limit is not evaded by', () => {
  test.for(sampled(named, 0.6))('$name', ({ call }, { shop }) => untilLimited(shop, call))
})

test('the contact form takes thirty messages an hour from one address, whatever its headers claim', async ({
  shop,
}) => {
  let sent = 0
  for (let index = 0; index < 40; index += 1) {
    const reply = await ask(shop, {
      way: 'web',
      method: 'POST',
      path: '/contact',
      from: loopback(0x30_0002),
      headers: {
        origin: shop.siteUrl,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `203.0.113.${String(index)}`,
      },
      body: new URLSearchParams({
        name: 'Ada',
        email: `${randomUUID()}@example.test`,
        subject: 'Hello',
        message: 'Ten letters, no fewer',
      }).toString(),
    })
    if (reply.status === 200) sent += 1
  }
  expect(sent).toBe(30)
})
