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
  refusal = null,
}: { duePence?: number; refusal?: BackendError | null } = {}) {
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
      hold: () => Promise.resolve(refusal),
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
  const answer = await send({ session })
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('content="0;url=https://pay.example/c/1?a=&quot;&gt;&lt;script&gt;"')
  expect(html).toContain('>Go to the payment page</a>')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(createPage.mock.calls[0]?.[0]).toMatchObject({
    successUrl: `https://shop.example/checkout/success?session=${session}`,
    cancelUrl: `https://shop.example/checkout/payment?session=${session}`,
  })
})

test('what is sold out ends Stripe’s page, and the payment page says so', async () => {
  const refusal = new BackendError(409, { message: 'Sold out', code: 'PT409', hint: 'insufficient_stock' })
  const { send, endPage, fail } = shop({ refusal })
  const answer = await send({ session })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `/checkout/payment?session=${session}&refused=insufficient_stock`,
  ])
  expect(endPage).toHaveBeenCalledWith('cs_stripe')
  expect(fail).toHaveBeenCalledWith(session, 'Sold out')
})

test('what is too little for a card leads back', async () => {
  const answer = await shop({ duePence: 20 }).send({ session })
  expect(answer.headers.get('location')).toBe(`/checkout/payment?session=${session}&refused=too_little`)
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
