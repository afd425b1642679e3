import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formRoutes } from './form-routes'

const asked = vi.fn<typeof fetch>()
const origin = 'https://shop.example'
const forms = ['/cart/items', '/stock/requests', '/contact/messages']

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  asked.mockReset()
})

// Behind a proxy the request's own address is not the shop's.
const send = (address: string, headers: Record<string, string>, siteUrl = origin) =>
  formRoutes({
    backend: { url: 'http://backend.example', key: 'k' },
    siteUrl,
    warn: () => undefined,
  }).request(`http://127.0.0.1:3000${address}`, { method: 'POST', body: new URLSearchParams(), headers })

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
test.each(forms.flatMap((address) => foreign.map((headers) => ({ address, headers }))))(
  'a form of another site is refused at $address: $headers',
  async ({ address, headers }) => {
    const answer = await send(address, headers)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([403, 'no-store'])
    expect(await answer.text()).toBe('This form can be sent from the shop alone.')
    expect(asked).not.toHaveBeenCalled()
  },
)

test.each(forms)('a body that is not a form is refused at %s, also from the shop', async (address) => {
  const answer = await send(address, { 'content-type': 'application/json', origin })
  expect(answer.status).toBe(400)
  expect(asked).not.toHaveBeenCalled()
})

const own: Record<string, string>[] = [
  { origin },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin', origin: 'null' },
]
test.each(forms.flatMap((address) => own.map((headers) => ({ address, headers }))))(
  'a form of the shop is taken at $address: $headers',
  async ({ address, headers }) => {
    expect((await send(address, headers)).status).not.toBe(403)
  },
)

test.each(['http://localhost:3000', 'http://127.0.0.1:3000'])(
  'a shop at %s takes its forms under both names of the machine, and under no other',
  async (siteUrl) => {
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000'])
      expect((await send('/contact/messages', { origin: own }, siteUrl)).status, own).not.toBe(403)
    for (const other of ['http://localhost:3001', 'https://localhost:3000', 'http://evil.example:3000'])
      expect((await send('/contact/messages', { origin: other }, siteUrl)).status, other).toBe(403)
  },
)
