import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formRoutes } from './form-routes'

const product = '6f1e2a54-3f0c-4c1e-9d3a-0a4d7f6b2c11'
const variant = '0b0f6c0a-5d3e-4d0e-8a55-1f0f64c1d7aa'
const known = `session_${'ab'.repeat(24)}`
const asked = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  asked.mockReset()
})

const origin = 'https://shop.example'

const app = (trustedProxies = 0) =>
  formRoutes({
    backend: { url: 'http://backend.example', key: 'k' },
    siteUrl: origin,
    warn: () => undefined,
    trustedProxies,
  })

function send(
  fields: Record<string, string>,
  headers: Record<string, string> = { origin },
  query = '',
  trustedProxies = 0,
) {
  return app(trustedProxies).request(
    `http://127.0.0.1:3000/cart/items${query}`,
    { method: 'POST', body: new URLSearchParams(fields), headers },
    {
      incoming: { socket: { remoteAddress: '192.0.2.9', remotePort: 1, remoteFamily: 'IPv4' } },
    },
  )
}

test('a visitor without a cookie gets one first, and no cart yet', async () => {
  const answer = await send({ product, quantity: '2' })
  expect(answer.status).toBe(307)
  expect(answer.headers.get('location')).toBe('/cart/items?cookie')
  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Host-aurelle_session_id=session_[0-9a-f]{48}; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/,
  )
  expect(asked).not.toHaveBeenCalled()
})

test('a browser that stores no cookies sees a message, and no cart is created', async () => {
  const answer = await send({ product, quantity: '2' }, undefined, '?cookie')
  expect(answer.headers.get('location')).toBe('/cart?refused=cookie')
  expect(asked).not.toHaveBeenCalled()
})

test('a product is added to the guest’s cart, and the cookie is renewed for a year', async () => {
  asked.mockResolvedValue(Response.json('line'))
  const answer = await send(
    { product, quantity: '2' },
    { origin, cookie: `__Host-aurelle_session_id=${known}` },
    '?cookie',
  )
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/cart')
  expect(answer.headers.get('set-cookie')).toContain(
    `__Host-aurelle_session_id=${known}; Max-Age=31536000; Path=/; Secure`,
  )
  const [address, init] = asked.mock.calls[0] ?? []
  expect(String(address)).toBe('http://backend.example/rest/v1/rpc/cart_add')
  expect(JSON.parse(String(init?.body))).toEqual({ p_product_id: product, p_quantity: 2 })
  expect(new Headers(init?.headers).get('x-session-id')).toBe(known)
  expect(new Headers(init?.headers).get('x-forwarded-for')).toBe('192.0.2.9')
})

test.each([
  [variant, { p_variant_id: variant }],
  ['', {}],
])('a form with the variant "%s" adds it', async (chosen, added) => {
  asked.mockResolvedValue(Response.json('line'))
  const fields = { product, variant: chosen, quantity: '1' }
  await send(fields, { origin, cookie: `__Host-aurelle_session_id=${known}` })
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({
    p_product_id: product,
    p_quantity: 1,
    ...added,
  })
})

test('a guest id set by the browser’s scripts is used without them', async () => {
  asked.mockImplementation(() => Promise.resolve(Response.json('line')))
  const answer = await send(
    { product, quantity: '1' },
    { origin, cookie: `__Host-aurelle_form_session_id=${known}` },
  )
  expect(answer.headers.get('set-cookie')).toContain(
    `__Host-aurelle_session_id=${known}; Max-Age=31536000; Path=/; Secure`,
  )
  expect(new Headers(asked.mock.calls[0]?.[1]?.headers).get('x-session-id')).toBe(known)
  const shown = await app().request('/cart/items', {
    headers: { cookie: `__Host-aurelle_form_session_id=${known}` },
  })
  expect([shown.status, shown.headers.get('location')]).toEqual([303, '/cart'])
  expect(shown.headers.get('set-cookie')).toContain(
    `__Host-aurelle_session_id=${known}; Max-Age=31536000; Path=/; Secure`,
  )
  expect((await app().request('/cart/items')).headers.get('location')).toBe('/cart?empty')
})

test('a cookie that another host of the domain has planted is nobody’s id', async () => {
  const answer = await send(
    { product, quantity: '2' },
    { origin, cookie: `aurelle_session_id=${known}; aurelle_form_session_id=${known}` },
  )
  expect([answer.status, answer.headers.get('location')]).toEqual([307, '/cart/items?cookie'])
  expect(answer.headers.get('set-cookie')).not.toContain(known)
  expect(asked).not.toHaveBeenCalled()
})

test('an invalid cookie is not forwarded', async () => {
  expect(
    (await send({ product, quantity: '1' }, { origin, cookie: '__Host-aurelle_session_id=session_x%0d%0a' }))
      .status,
  ).toBe(307)
  expect(asked).not.toHaveBeenCalled()
})

test('insufficient stock is reported with the number available, other failures as an error', async () => {
  asked.mockResolvedValueOnce(
    Response.json(
      { code: 'PT409', message: 'Only 2 items available.', details: '2', hint: 'insufficient_stock' },
      { status: 409 },
    ),
  )
  expect(
    (
      await send({ product, quantity: '3' }, { origin, cookie: `__Host-aurelle_session_id=${known}` })
    ).headers.get('location'),
  ).toBe('/cart?refused=2')
  asked.mockRejectedValueOnce(new TypeError('no way there'))
  expect(
    (
      await send({ product, quantity: '3' }, { origin, cookie: `__Host-aurelle_session_id=${known}` })
    ).headers.get('location'),
  ).toBe('/cart?refused=error')
})

test.each([
  ['quantity_limit', 'limit'],
  ['cart_full', 'full'],
  ['rate_limited', 'wait'],
  ['variant_required', 'choose'],
  ['variant_not_found', 'gone'],
])('a limit that was reached (%s) is reported as %s', async (hint, code) => {
  asked.mockResolvedValueOnce(
    Response.json({ code: 'PT409', message: 'No more.', details: '20', hint }, { status: 409 }),
  )
  const answer = await send(
    { product, quantity: '3' },
    { origin, cookie: `__Host-aurelle_session_id=${known}` },
  )
  expect(answer.headers.get('location')).toBe(`/cart?refused=${code}`)
})

test.each([
  { product: 'riva' },
  { product, quantity: '0' },
  { product, quantity: '-1' },
  { product, quantity: '1000' },
  { product, quantity: '1.5' },
  { product, variant: 'm', quantity: '1' },
  {},
])('%j is refused with a message, without a request to the backend', async (fields) => {
  const answer = await send(fields as Record<string, string>)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('quantity from 1 to 999')
  expect(asked).not.toHaveBeenCalled()
})

const line = '5a3c2a54-3f0c-4c1e-9d3a-0a4d7f6b2c12'
const change = (fields: Record<string, string>, cookie = `__Host-aurelle_form_session_id=${known}`) =>
  app().request('http://127.0.0.1:3000/cart/items/variant', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin, ...(cookie && { cookie }) },
  })

test('a line gets another variant, and the cart is shown', async () => {
  asked.mockResolvedValue(Response.json('line'))
  const answer = await change({ line, variant })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cart'])
  const [address, init] = asked.mock.calls[0] ?? []
  expect(String(address)).toBe('http://backend.example/rest/v1/rpc/cart_change_variant')
  expect(JSON.parse(String(init?.body))).toEqual({ p_item_id: line, p_variant_id: variant })
  expect(new Headers(init?.headers).get('x-session-id')).toBe(known)
  expect(answer.headers.get('set-cookie')).toContain(
    `__Host-aurelle_session_id=${known}; Max-Age=31536000; Path=/; Secure`,
  )
})

test.each([
  ['insufficient_stock', '3'],
  ['variant_not_found', 'gone'],
  ['line_not_found', 'removed'],
])('a change that is refused (%s) is reported as %s', async (hint, code) => {
  asked.mockResolvedValueOnce(
    Response.json({ code: 'PT409', message: 'No.', details: '3', hint }, { status: 409 }),
  )
  expect((await change({ line, variant })).headers.get('location')).toBe(`/cart?refused=${code}`)
})

test('a change needs a line and a variant, and a guest who has the line', async () => {
  expect((await change({ line, variant: '' })).status).toBe(400)
  expect((await change({ variant })).status).toBe(400)
  expect((await change({ line, variant }, '')).headers.get('location')).toBe('/cart?refused=removed')
  expect(asked).not.toHaveBeenCalled()
})

test.each([
  [0, '192.0.2.9'],
  [1, '192.0.2.7'],
])('behind %i proxies the limits of the backend count the visitor as %s', async (proxies, address) => {
  asked.mockResolvedValue(Response.json('line'))
  await send(
    { product, quantity: '1' },
    { origin, cookie: `__Host-aurelle_session_id=${known}`, 'x-forwarded-for': '198.51.100.66, 192.0.2.7' },
    '',
    proxies,
  )
  expect(new Headers(asked.mock.calls[0]?.[1]?.headers).get('x-forwarded-for')).toBe(address)
})

test.each([
  ['3', 'PATCH', '{"quantity":3}'],
  ['0', 'DELETE', ''],
])('a quantity of %s changes the guest’s line, or takes it away', async (quantity, method, body) => {
  asked.mockImplementation(() => Promise.resolve(Response.json([{ id: product }])))
  const answer = await app().request('http://127.0.0.1:3000/cart/items/quantity', {
    method: 'POST',
    body: new URLSearchParams({ line: product, quantity }),
    headers: { origin, cookie: `__Host-aurelle_session_id=${known}` },
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cart'])
  const [address, init] = asked.mock.calls[0] ?? []
  expect(String(address)).toContain(`/rest/v1/cart_items?id=eq.${product}`)
  expect([init?.method, String(init?.body ?? '')]).toEqual([method, body])
  expect(new Headers(init?.headers).get('x-session-id')).toBe(known)
})

test.each([
  [{ line: product, quantity: '-1' }, 400, null],
  [{ line: 'x', quantity: '1' }, 400, null],
  [{ line: product, quantity: '5' }, 303, '/cart?refused=removed'],
])('%j, which changes no line, is answered %s', async (fields, status, location) => {
  asked.mockImplementation(() => Promise.resolve(Response.json([])))
  const answer = await app().request('http://127.0.0.1:3000/cart/items/quantity', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin, cookie: `__Host-aurelle_session_id=${known}` },
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
})
