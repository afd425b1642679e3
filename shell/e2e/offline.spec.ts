import { expect, type Page } from '@playwright/test'
import { withOwnRelease } from '../../tools/bench/web/own-release'
import { test } from '../../e2e/shop'
import { open, addToCartByForm, hydrated } from '../../e2e/steps'

test.use({ serviceWorkers: 'allow' })

/** Whether the open page is cached with its scripts. */
const isCached = (page: Page) =>
  page.evaluate(async () => {
    const mine = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js') && name.startsWith(location.origin))
    const stored = await Promise.all(
      [location.href, ...mine].map((url) => caches.match(url, { ignoreVary: true })),
    )
    return stored.every((response) => response !== undefined)
  })

/** Opens a page and waits until it is available offline. */
async function visit(page: Page, address: string): Promise<void> {
  await open(page, address)
  // The service worker waits for the first use of a page.
  await page.keyboard.press('Shift')
  await expect.poll(() => isCached(page)).toBe(true)
}

/** The release sets that have caches. */
const cachedSets = (page: Page) =>
  page.evaluate(async () => [...new Set((await caches.keys()).map((name) => name.split(' ')[1]))])

test('offline a page that was opened by its address or a link can be read, any other is the offline page, which reloads once online', async ({
  adult: page,
  context,
}) => {
  await visit(page, '/products')
  await page.getByRole('link', { name: 'Halo Ring' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Halo Ring' })).toBeVisible()
  await expect.poll(() => isCached(page)).toBe(true)
  await visit(page, '/products/riva-pebble')
  await context.setOffline(true)

  await page.goto('/products/halo-ring')
  await expect(page.getByRole('heading', { level: 1, name: 'Halo Ring' })).toBeVisible()
  await open(page, '/products/riva-pebble')
  await expect(page.getByRole('heading', { level: 1, name: 'Riva Pebble' })).toBeVisible()
  await hydrated(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Riva Pebble' })).toBeVisible()
  await expect(page.getByText(/£\d/).first()).toBeVisible()

  await page.goto('/products/moss-balm')
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('Your cart is safe.', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Categories' })).toBeHidden()
  await page.getByRole('link', { name: 'Shop All' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop All' })).toBeVisible()

  await page.goto('/products/moss-balm')
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Moss Balm' })).toBeVisible()
})

test('with a storage that fails the shop is as it is without a service worker', async ({
  adult: page,
  context,
}) => {
  await visit(page, '/products')
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const fail = () => Promise.reject(new DOMException('failed', 'UnknownError'))
    Object.defineProperty(caches, 'open', { value: fail })
  })
  await open(page, '/products/riva-pebble')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Riva Pebble' })).toBeVisible()
})

test('offline the cart is not shown, and is safe', async ({ adult: page, context }) => {
  await addToCartByForm(page, 'moss-balm')
  await visit(page, '/products')
  await open(page, '/cart')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Your cart is safe.', { exact: false })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('1')
})

test('after a new release set no file of the previous one is used', async ({
  adult: page,
  context,
  shop,
}) => {
  await visit(page, '/products')
  const before = await cachedSets(page)
  expect(before).toHaveLength(1)
  const used: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/releases/mf-catalog/')) used.push(response.url())
  })
  await withOwnRelease(shop, 'mf-catalog', 'offlinetest', async () => {
    await visit(page, '/products/riva-pebble')
    await expect.poll(() => cachedSets(page)).not.toContain(before[0])
    await visit(page, '/products/riva-pebble')
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Riva Pebble' })).toBeVisible()
    await hydrated(page)
    await context.setOffline(false)
  })
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((url) => !url.includes('/mf-catalog/offlinetest/'))).toEqual([])
})
