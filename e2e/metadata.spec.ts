import { expect } from '@playwright/test'
import { test } from './shop'
import { open } from './steps'

const words = [
  '/',
  '/products',
  '/products/riva-pebble',
  '/categories',
  '/categories/accessories',
  '/faq',
  '/track-order',
]
const hidden = [
  '/cart',
  '/search',
  '/wishlist',
  '/checkout/payment',
  '/auth',
  '/nowhere',
  '/products?sort=name',
  '/admin/login',
]

test('every page has its own title, description and keywords, before and after hydration', async ({
  adult: page,
  request,
}) => {
  for (const route of [...words, ...hidden])
    await test.step(route, async () => {
      const isHidden = hidden.includes(route)
      const html = await (await request.get(route)).text()
      for (const name of ['description', 'keywords'])
        expect(html.match(new RegExp(`<meta name="${name}" content="[^"]+"`, 'g')), name).toHaveLength(1)
      expect(html.match(/<meta name="robots" content="noindex"/g) ?? []).toHaveLength(isHidden ? 1 : 0)
      expect(html.match(/<link rel="canonical"/g) ?? []).toHaveLength(isHidden ? 0 : 1)
      await open(page, route)
      for (const name of ['description', 'keywords'])
        await expect(page.locator(`head meta[name=${name}]`)).toHaveCount(1)
      await expect(page.locator('head meta[name=robots]')).toHaveCount(isHidden ? 1 : 0)
      await expect(page).toHaveTitle(/.+ \| Aurelle & Moss$|^Aurelle & Moss: /)
    })
})

test('a page has one canonical URL', async ({ request }) => {
  for (const [written, address] of [
    ['/FAQ', '/faq'],
    ['/faq//?a=B', '/faq?a=B'],
    ['/Products/Riva-Pebble/', '/products/riva-pebble'],
  ]) {
    const response = await request.get(written ?? '', { maxRedirects: 0 })
    expect([response.status(), response.headers().location], written).toEqual([308, address])
  }
})
