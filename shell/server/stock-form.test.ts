import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formRoutes } from './form-routes'

const asked = vi.fn<typeof fetch>()
const warned = vi.fn<(message: string) => void>()
const product = '00000000-0000-4000-8000-000000000001'
const wish = { product, slug: 'riva-pebble', email: 'ada@aurelle.test' }

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  asked.mockReset()
  warned.mockReset()
})

function send(
  fields: Record<string, string>,
  headers: Record<string, string> = { origin: 'https://shop.example' },
) {
  const app = formRoutes({
    backend: { url: 'http://backend.example', key: 'k' },
    siteUrl: 'https://shop.example',
    warn: warned,
  })
  return app.request(
    'http://127.0.0.1:3000/stock/requests',
    { method: 'POST', body: new URLSearchParams(fields), headers },
    {
      incoming: { socket: { remoteAddress: '192.0.2.9', remotePort: 1, remoteFamily: 'IPv4' } },
    },
  )
}
const refusal = (status: number, hint: string) =>
  Response.json({ code: `PT${String(status)}`, message: 'no', hint }, { status })

test('the request is stored with the visitor’s IP address forwarded, and the product’s page says so', async () => {
  asked.mockResolvedValue(new Response(null, { status: 204 }))
  const answer = await send(wish)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/products/riva-pebble?asked=sent#back-in-stock',
  ])
  const [address, init] = asked.mock.calls[0] ?? []
  expect(String(address)).toBe('http://backend.example/rest/v1/rpc/ask_back_in_stock')
  expect(JSON.parse(String(init?.body))).toEqual({ p_product_id: product, p_email: 'ada@aurelle.test' })
  expect(new Headers(init?.headers).get('x-forwarded-for')).toBe('192.0.2.9')
})

test('a request for a variant names it, and leads back to it', async () => {
  asked.mockResolvedValue(new Response(null, { status: 204 }))
  const variant = '00000000-0000-4000-8000-000000000002'
  const answer = await send({ ...wish, variant, choice: 'size=m&colour=deep-plum' })
  expect(answer.headers.get('location')).toBe(
    '/products/riva-pebble?size=m&colour=deep-plum&asked=sent#back-in-stock',
  )
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({
    p_product_id: product,
    p_email: 'ada@aurelle.test',
    p_variant_id: variant,
  })
})

test.each([
  [429, 'rate_limited', 'wait', 0],
  [422, 'email', 'email', 0],
  [409, 'in_stock', 'back', 0],
  [404, 'product_not_found', 'error', 1],
])('a refusal of %i for %s is reported as "%s"', async (status, hint, word, warnings) => {
  asked.mockResolvedValue(refusal(status, hint))
  expect((await send(wish)).headers.get('location')).toBe(`/products/riva-pebble?asked=${word}#back-in-stock`)
  expect(warned).toHaveBeenCalledTimes(warnings)
})

test.each<[Record<string, string>]>([
  [{ product, slug: 'riva-pebble' }],
  [{ ...wish, email: 'ada@aurelle' }],
  [{ ...wish, email: 'a'.repeat(2000) }],
])('%j has no valid e-mail, which the page says', async (fields) => {
  expect((await send(fields)).headers.get('location')).toBe('/products/riva-pebble?asked=email#back-in-stock')
  expect(asked).not.toHaveBeenCalled()
})

test.each<[Record<string, string>]>([
  [{}],
  [{ ...wish, product: 'x' }],
  [{ ...wish, variant: 'x' }],
  [{ ...wish, choice: 'size=m#elsewhere' }],
  [{ ...wish, slug: '/elsewhere.example' }],
  [{ ...wish, slug: 'x'.repeat(300) }],
])('%j is not a valid request', async (fields) => {
  expect((await send(fields)).status).toBe(400)
  expect(asked).not.toHaveBeenCalled()
})
