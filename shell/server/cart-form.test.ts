import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cartForm } from './cart-form'

const product = '6f1e2a54-3f0c-4c1e-9d3a-0a4d7f6b2c11'
const known = `session_${'ab'.repeat(24)}`
const asked = vi.fn<typeof fetch>()

beforeEach(() => { vi.stubGlobal('fetch', asked) })
afterEach(() => {
  vi.unstubAllGlobals()
  asked.mockReset()
})

function send(fields: Record<string, string>, headers: Record<string, string> = { origin: 'https://shop.example' }, trustedProxies = 0) {
  const app = new Hono()
  app.post('/cart/items', cartForm({ url: 'http://backend.example', key: 'k' }, 'https://shop.example', () => undefined, trustedProxies))
  return app.request('http://127.0.0.1:3000/cart/items', { method: 'POST', body: new URLSearchParams(fields), headers }, {
    incoming: { socket: { remoteAddress: '192.0.2.9' } },
  })
}

test('a product goes into the cart of a new guest, who is known by a cookie from then on', async () => {
  asked.mockResolvedValue(Response.json('line'))
  const answer = await send({ product, quantity: '2' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/cart')
  const id = /^aurelle_session_id=(session_[0-9a-f]{48}); Path=\/; Max-Age=31536000; SameSite=Lax; Secure$/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  const [address, init] = asked.mock.calls[0] ?? []
  expect(String(address)).toBe('http://backend.example/rest/v1/rpc/cart_add')
  expect(JSON.parse(String(init?.body))).toEqual({ p_product_id: product, p_quantity: 2 })
  expect(new Headers(init?.headers).get('x-session-id')).toBe(id)
  expect(new Headers(init?.headers).get('x-forwarded-for')).toBe('192.0.2.9')
})

test('a guest who is known stays the same; a cookie that is no id is not passed on', async () => {
  asked.mockImplementation(() => Promise.resolve(Response.json('line')))
  const origin = 'https://shop.example'
  await send({ product, quantity: '1' }, { origin, cookie: `theme=dark; aurelle_session_id=${known}` })
  await send({ product, quantity: '1' }, { origin, cookie: 'aurelle_session_id=session_x%0d%0a' })
  const ids = asked.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-session-id'))
  expect(ids[0]).toBe(known)
  expect(ids[1]).toMatch(/^session_[0-9a-f]{48}$/)
})

test('too many are told with the number there is, other failures as such', async () => {
  asked.mockResolvedValueOnce(Response.json({ code: 'PT409', message: 'Only 2 items available.', details: '2', hint: 'insufficient_stock' }, { status: 409 }))
  expect((await send({ product, quantity: '3' })).headers.get('location')).toBe('/cart?refused=2')
  asked.mockRejectedValueOnce(new TypeError('no way there'))
  expect((await send({ product, quantity: '3' })).headers.get('location')).toBe('/cart?refused=error')
})

test.each([['quantity_limit', 'limit'], ['cart_full', 'full'], ['rate_limited', 'wait']])('a limit that was met (%s) is told as %s', async (hint, told) => {
  asked.mockResolvedValueOnce(Response.json({ code: 'PT409', message: 'No more.', details: '20', hint }, { status: 409 }))
  expect((await send({ product, quantity: '3' })).headers.get('location')).toBe(`/cart?refused=${told}`)
})

test.each([{ product: 'riva' }, { product, quantity: '0' }, { product, quantity: '-1' }, { product, quantity: '1000' }, { product, quantity: '1.5' }, {}])(
  '%j is refused in words, and nothing is asked of the backend', async (fields) => {
    const answer = await send(fields as Record<string, string>)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('quantity from 1 to 999')
    expect(asked).not.toHaveBeenCalled()
  })

test.each<[Record<string, string>]>([[{}], [{ origin: 'https://elsewhere.example' }], [{ origin: 'null' }]])('a form of another site is refused: %j', async (headers) => {
  const answer = await send({ product, quantity: '1' }, headers)
  expect(answer.status).toBe(403)
  expect(asked).not.toHaveBeenCalled()
})

test.each([[0, '192.0.2.9'], [1, '192.0.2.7']])('behind %i proxies the limits of the backend count the visitor as %s', async (proxies, address) => {
  asked.mockResolvedValue(Response.json('line'))
  await send({ product, quantity: '1' }, { origin: 'https://shop.example', 'x-forwarded-for': '198.51.100.66, 192.0.2.7' }, proxies)
  expect(new Headers(asked.mock.calls[0]?.[1]?.headers).get('x-forwarded-for')).toBe(address)
})
