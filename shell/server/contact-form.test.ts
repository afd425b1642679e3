import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formRoutes } from './form-routes'

const asked = vi.fn<typeof fetch>()
const warned = vi.fn<(message: string) => void>()
const letter = {
  name: ' Ada Lane ',
  email: 'ada@aurelle.test',
  subject: 'A wish',
  message: 'More candles,\r\nplease.',
}

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
    'http://127.0.0.1:3000/contact/messages',
    { method: 'POST', body: new URLSearchParams(fields), headers },
    {
      incoming: { socket: { remoteAddress: '192.0.2.9', remotePort: 1, remoteFamily: 'IPv4' } },
    },
  )
}
const endsAt = async (fields: Record<string, string>) => {
  const answer = await send(fields)
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}

test('a message is stored as written, with the visitor’s IP address forwarded, and the page says so', async () => {
  asked.mockResolvedValue(new Response(null, { status: 201 }))
  expect(await endsAt(letter)).toBe('/contact?sent=1')
  const [address, init] = asked.mock.calls[0] ?? []
  expect(String(address)).toContain('http://backend.example/rest/v1/contact_messages')
  expect(JSON.parse(String(init?.body))).toEqual({
    name: 'Ada Lane',
    email: 'ada@aurelle.test',
    subject: 'A wish',
    message: 'More candles,\nplease.',
  })
  expect(new Headers(init?.headers).get('x-forwarded-for')).toBe('192.0.2.9')
})

test.each<[Record<string, string>, string]>([
  [{}, 'name,email,subject,message'],
  [{ ...letter, name: '  ' }, 'name'],
  [{ ...letter, email: 'ada@aurelle', message: 'short' }, 'email-shape,short'],
  [{ ...letter, email: 'a,b@c.dd' }, 'email-shape'],
  [{ ...letter, message: 'x'.repeat(5001) }, 'long'],
])('%j is refused without a request to the backend', async (fields, refused) => {
  expect(await endsAt(fields)).toBe(`/contact?refused=${refused}`)
  expect(asked).not.toHaveBeenCalled()
})

test('a rate-limited visitor is asked to wait; other failures are reported and logged', async () => {
  asked.mockResolvedValueOnce(
    Response.json(
      { code: 'PT429', message: 'Too many attempts.', details: '60', hint: 'rate_limited' },
      { status: 429 },
    ),
  )
  expect(await endsAt(letter)).toBe('/contact?refused=wait')
  expect(warned).not.toHaveBeenCalled()
  asked.mockRejectedValueOnce(new TypeError('no way there'))
  expect(await endsAt(letter)).toBe('/contact?refused=error')
  expect(warned).toHaveBeenCalledOnce()
})

test('a body that is not a form is refused with a message', async () => {
  const answer = await send(letter, { origin: 'https://shop.example', 'content-type': 'application/json' })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('as a form')
})
