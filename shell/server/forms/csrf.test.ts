import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { csrfProtection } from './csrf'

const origin = 'https://shop.example'

// Behind a proxy the request's own address is not the shop's.
const send = (headers: Record<string, string>, siteUrl = origin) =>
  new Hono()
    .post('*', csrfProtection(siteUrl), (context) => context.text('Taken'))
    .request('http://127.0.0.1:3000/contact', { method: 'POST', body: new URLSearchParams(), headers })

const foreign: Record<string, string>[] = [
  {},
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { origin: 'https://shop.example.elsewhere.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
  // The request's own address: a name that was made to lead to this server (DNS rebinding).
  { origin: 'http://127.0.0.1:3000' },
  { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' },
  { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
  { 'content-type': 'TEXT/PLAIN', origin: 'https://elsewhere.example' },
  { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://elsewhere.example' },
]
test.each(foreign)('a form of another site is rejected: %j', async (headers) => {
  const response = await send(headers)
  expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store'])
  expect(await response.text()).toBe('This form can be sent from the shop alone.')
})

const own: Record<string, string>[] = [
  { origin },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin', origin: 'null' },
]
test.each(own)('a form of the shop is taken: %j', async (headers) => {
  expect((await send(headers)).status).toBe(200)
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000'])(
  'a shop at %s takes its forms under both names of the machine, and under no other',
  async (siteUrl) => {
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000'])
      expect((await send({ origin: own }, siteUrl)).status, own).toBe(200)
    for (const other of ['http://localhost:3001', 'https://localhost:3000', 'http://evil.example:3000'])
      expect((await send({ origin: other }, siteUrl)).status, other).toBe(403)
  },
)
