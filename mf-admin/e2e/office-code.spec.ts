import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open, signIn } from '../../e2e/steps'

test.use({ serviceWorkers: 'allow' })

const office = /\/releases\/mf-admin\//

test('shoppers fetch nothing of the back office, nor does their service worker', async ({
  adult: page,
  context,
}) => {
  const fetched: string[] = []
  context.on('request', (request) => fetched.push(request.url()))
  for (const path of ['/', '/products', '/cart', '/auth', '/account']) {
    if (path === '/account') await signIn(page)
    await open(page, path)
    await page.waitForLoadState('networkidle')
  }
  // The service worker caches scripts while the page is idle.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
  const cached = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => url)
  })
  expect(cached.length).toBeGreaterThan(0)
  expect(fetched.some((url) => /\/releases\/mf-account\//.test(url))).toBe(true)
  expect([...fetched, ...cached].filter((url) => office.test(url))).toEqual([])
})
