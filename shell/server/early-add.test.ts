import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formRoutes } from './form-routes'

const product = '6f1e2a54-3f0c-4c1e-9d3a-0a4d7f6b2c11'
const variant = '0b0f6c0a-5d3e-4d0e-8a55-1f0f64c1d7aa'
const guest = `session_${'ab'.repeat(24)}`
const origin = 'https://shop.example'
const backend = vi.fn<typeof fetch>()
let app: ReturnType<typeof formRoutes>

/** A cart with these quantities. */
function holds(...quantities: number[]) {
  backend.mockImplementation((address) =>
    Promise.resolve(
      Response.json(
        String(address).includes('/rpc/') ? 'line' : quantities.map((quantity) => ({ quantity })),
      ),
    ),
  )
}

beforeEach(() => {
  vi.stubGlobal('fetch', backend)
  app = formRoutes({
    backend: { url: 'http://backend.example', key: 'k' },
    siteUrl: origin,
    warn: () => undefined,
  })
})
afterEach(() => {
  backend.mockReset()
})

function press(headers: Record<string, string>, fields: Record<string, string> = {}) {
  return app.request(
    'http://127.0.0.1:3000/cart/items',
    {
      method: 'POST',
      body: new URLSearchParams({ product, quantity: '2', ...fields }),
      headers: { origin, 'idempotency-key': '4073523,8812,99120,41', ...headers },
    },
    { incoming: { socket: { remoteAddress: '192.0.2.9', remotePort: 1, remoteFamily: 'IPv4' } } },
  )
}
const headersOf = (call: number) => new Headers(backend.mock.calls[call]?.[1]?.headers)

test('a guest’s press is answered in one round trip with what the header shows', async () => {
  holds(2, 3)
  const answer = await press({ 'x-session-id': guest }, { variant })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    count: '5',
    label: 'Cart, 5 items',
    said: 'Item has been added to your cart.',
    about: variant,
    guest,
  })
  expect(headersOf(0).get('x-session-id')).toBe(guest)
  expect(headersOf(0).get('x-forwarded-for')).toBe('192.0.2.9')
  expect(String(backend.mock.calls[1]?.[0])).toContain(`session_id=eq.${guest}`)
  // The browser's own submission of the form goes to the same cart; other pages are asked for without it.
  expect(answer.headers.get('set-cookie')).toMatch(
    new RegExp(`^__Host-aurelle_form_session_id=${guest}; Max-Age=31536000; Path=/; Secure; SameSite=Lax$`),
  )
})

test.each([
  [1, '1', 'Cart, 1 item'],
  [100, '99+', 'Cart, 100 items'],
])('%d pieces are %s in the badge', async (pieces, count, label) => {
  holds(pieces)
  expect(await (await press({ 'x-session-id': guest })).json()).toMatchObject({
    count,
    label,
    about: product,
  })
})

test('who has no id gets one, or keeps the one from a visit without scripts', async () => {
  holds(1)
  const first = await (await press({})).json()
  expect(first.guest).toMatch(/^session_[0-9a-f]{48}$/)
  expect(headersOf(0).get('x-session-id')).toBe(first.guest)
  const known = await press({
    cookie: `__Host-aurelle_session_id=${guest}`,
    'idempotency-key': 'another, as long',
  })
  expect((await known.json()).guest).toBe(guest)
})

test('a press that is sent twice is counted once, and answered twice alike', async () => {
  holds(2)
  const answers = await Promise.all([press({}), press({})])
  const later = await press({})
  const said = await Promise.all([...answers, later].map((answer) => answer.text()))
  expect(new Set(said).size).toBe(1)
  expect(backend.mock.calls.filter(([address]) => String(address).includes('cart_add'))).toHaveLength(1)
  await press({ 'x-session-id': guest })
  expect(backend.mock.calls.filter(([address]) => String(address).includes('cart_add'))).toHaveLength(2)
})

test('a signed-in visitor’s own token goes to the backend, and no guest is made', async () => {
  holds(4)
  const answer = await press({ 'x-session-token': 'own' })
  expect(await answer.json()).toMatchObject({ count: '4', guest: null })
  expect(headersOf(0).get('authorization')).toBe('Bearer own')
  expect(headersOf(0).get('x-session-id')).toBeNull()
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test('a refusal says why, as the cart’s URL does', async () => {
  const refusal = {
    code: 'PT409',
    message: 'Only 0 items available.',
    details: '0',
    hint: 'insufficient_stock',
  }
  backend.mockResolvedValueOnce(Response.json(refusal, { status: 409 }))
  expect(await (await press({ 'x-session-id': guest })).json()).toEqual({ count: null, refused: '0' })
  backend.mockResolvedValueOnce(Response.json({ code: 'PGRST301', message: 'expired' }, { status: 401 }))
  expect(await (await press({ 'x-session-token': 'old' })).json()).toEqual({
    count: null,
    refused: 'session',
  })
})

test('what was added and cannot be counted is still said to be added', async () => {
  backend.mockImplementation((address) =>
    Promise.resolve(
      String(address).includes('/rpc/') ? Response.json('line') : Response.json({}, { status: 500 }),
    ),
  )
  expect(await (await press({ 'x-session-id': guest })).json()).toMatchObject({ count: '2' })
})

test('a page of another site can add nothing, and a form, which has no key, is redirected as before', async () => {
  holds(1)
  expect((await press({ origin: 'https://other.example' })).status).toBe(403)
  expect(backend).not.toHaveBeenCalled()
  const form = await press({ 'idempotency-key': '', cookie: `__Host-aurelle_session_id=${guest}` })
  expect([form.status, form.headers.get('location')]).toEqual([303, '/cart'])
})
