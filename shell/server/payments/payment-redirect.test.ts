import { defaultSettings } from '@shop/settings'
import { BackendError } from '@shop/supabase'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { paymentRedirect } from './payment-redirect'
import type { PageParts } from './prepare-page'

const session = `cs_${'ab'.repeat(32)}`
const payUrl = 'https://pay.example/c/1?a="><script>'

function shop({
  duePence = 3790,
  rejection = null,
}: { duePence?: number; rejection?: BackendError | null } = {}) {
  const createPage = vi.fn<PageParts['stripe']['createPage']>(() =>
    Promise.resolve({ id: 'cs_stripe', url: payUrl }),
  )
  const endPage = vi.fn<PageParts['stripe']['endPage']>(() => Promise.resolve())
  const fail = vi.fn<PageParts['checkouts']['fail']>(() => Promise.resolve())
  const parts = {
    stripe: { createPage, endPage },
    checkouts: {
      find: () =>
        Promise.resolve({ open: true, email: 'a@b.example', currency: 'gbp', duePence, failedPayments: 0 }),
      hold: () => Promise.resolve(rejection),
      fail,
    },
    siteUrl: 'https://shop.example',
    provider: () => Promise.resolve('stripe' as typeof defaultSettings.payment.provider),
    warn: () => undefined,
  } as unknown as PageParts
  const app = new Hono().post('/page', paymentRedirect(parts))
  const send = (fields: Record<string, string>) =>
    app.request(`/page?${new URLSearchParams(fields).toString()}`, { method: 'POST' })
  return { send, createPage, endPage, fail }
}

test('the form leads to Stripe’s page, and Stripe back to the shop', async () => {
  const { send, createPage } = shop()
  const response = await send({ session })
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('content="0;url=https://pay.example/c/1?a=&quot;&gt;&lt;script&gt;"')
  expect(html).toContain('>Go to the payment page</a>')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(createPage.mock.calls[0]?.[0]).toMatchObject({
    successUrl: `https://shop.example/checkout/success?session=${session}`,
    cancelUrl: `https://shop.example/checkout/payment?session=${session}`,
  })
})

test('a sold-out product ends Stripe’s page, and the payment page says so', async () => {
  const rejection = new BackendError(409, { message: 'Sold out', code: 'PT409', hint: 'insufficient_stock' })
  const { send, endPage, fail } = shop({ rejection })
  const response = await send({ session })
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `/checkout/payment?session=${session}&rejected=insufficient_stock`,
  ])
  expect(endPage).toHaveBeenCalledWith('cs_stripe')
  expect(fail).toHaveBeenCalledWith(session, 'Sold out')
})

test('an amount that is too small for a card leads back to the payment page', async () => {
  const response = await shop({ duePence: 20 }).send({ session })
  expect(response.headers.get('location')).toBe(`/checkout/payment?session=${session}&rejected=too_little`)
})

test.each<Record<string, string>>([
  {},
  { session: 'x' },
  { session: `${session}&total=1` },
  { session: '//evil.example' },
])('%j names no checkout', async (fields) => {
  const { send, createPage } = shop()
  expect((await send(fields)).status).toBe(400)
  expect(createPage).not.toHaveBeenCalled()
})
