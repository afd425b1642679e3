import { expect, test, vi } from 'vitest'
import { accountsOf, type AccountRequest } from './account-request'

const request: AccountRequest = { call: 'recover', email: 'ada@example.test' }
const send = vi.fn<typeof fetch>()
const ask = accountsOf({ supabaseUrl: 'http://backend.test', supabaseKey: 'k', fetch: send })

test('the provider is asked with the shop’s key, and a session that it answers is not passed on', async () => {
  send.mockResolvedValueOnce(Response.json({ access_token: 'secret' }))
  expect(await ask(request, 'https://shop.example/auth/link')).toBeNull()
  const [url, init] = send.mock.calls[0] ?? []
  expect(url).toBe('http://backend.test/auth/v1/recover?redirect_to=https%3A%2F%2Fshop.example%2Fauth%2Flink')
  expect(init?.body).toBe('{"email":"ada@example.test"}')
  expect(new Headers(init?.headers).get('apikey')).toBe('k')
})

test.each([
  [() => Promise.resolve(Response.json({ msg: 'Too many' }, { status: 429 })), 'Too many'],
  [() => Promise.resolve(Response.json({ message: 'inner words' }, { status: 500 })), ''],
  [() => Promise.resolve(new Response('<html>', { status: 400 })), ''],
  [() => Promise.reject(new TypeError('no way there')), ''],
])('what it rejects is said, what fails is not (%#)', async (response, announced) => {
  send.mockImplementationOnce(response)
  expect(await ask(request, 'https://shop.example/')).toBe(announced)
})
