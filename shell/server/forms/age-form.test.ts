import { expect, test } from 'vitest'
import { Hono } from 'hono'
import { ageForm } from './age-form'
import { csrfProtection } from './csrf'

const siteUrl = 'https://shop.example'
const send = (headers: Record<string, string>) =>
  new Hono()
    .post('*', csrfProtection(siteUrl), ageForm(siteUrl))
    .request('/age-confirmation', { method: 'POST', body: '', headers: { origin: siteUrl, ...headers } })

test.each([
  [`${siteUrl}/products?page=2`, '/products?page=2'],
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
    const response = await send({ referer })
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
    expect(response.headers.get('set-cookie')).toBe(
      '__Host-aurelle_age=ok; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
  },
)

test('a page of another site cannot confirm it', async () => {
  const response = await send({ origin: 'https://evil.example' })
  expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
})
