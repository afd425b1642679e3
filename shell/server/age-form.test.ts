import { expect, test } from 'vitest'
import { formRoutes } from './form-routes'

const siteUrl = 'https://shop.example'
const send = (headers: Record<string, string>) =>
  formRoutes({
    backend: { url: 'http://backend.example', key: 'k' },
    siteUrl,
    warn: () => undefined,
  }).request('/age-confirmation', { method: 'POST', body: '', headers: { origin: siteUrl, ...headers } })

test.each([
  [`${siteUrl}/checkout?scripts=off`, '/checkout?scripts=off'],
  [siteUrl, '/'],
  ['https://evil.example/x', '/'],
  [`${siteUrl}//evil.example/x`, '/'],
  [`${siteUrl}/\\evil.example`, '/'],
  [`${siteUrl}.evil.example/x`, '/'],
  [`${siteUrl}/age-confirmation`, '/'],
  ['nonsense', '/'],
])(
  'from %s the confirmation leads to %s, and lasts until the browser is closed',
  async (referer, location) => {
    const answer = await send({ referer })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
    expect(answer.headers.get('set-cookie')).toBe(
      '__Host-aurelle_age=ok; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
  },
)

test('a page of another site cannot confirm it', async () => {
  const answer = await send({ origin: 'https://evil.example' })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
})
