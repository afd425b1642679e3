import { expect, type Page } from '@playwright/test'
import { addToCart, signIn, started, test } from './shop'

/** A shift of the page while it is looked at, and what moved. */
interface Shift {
  by: number
  what: string[]
}

// A space between two words that a late font makes a hair wider counts some hundred-thousandths.
const nothing = 0.001

/** Notes every shift from the first paint on, but those that answer the visitor. */
async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[] })[]) {
        const what = entry.sources.map(({ node, previousRect: a, currentRect: b }) => `${(node?.outerHTML ?? node?.textContent ?? '').slice(0, 120)} [${[a.x, a.y, a.width, a.height].join(' ')} -> ${[b.x, b.y, b.width, b.height].join(' ')}]`)
        if (!entry.hadRecentInput) shifts.push({ by: entry.value, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
}

const open = [
  '/', '/products', '/products/riva-pebble', '/products/ovo-moss', '/products/no-such-thing', '/categories', '/categories/accessories', '/search',
  '/search?q=pebble', '/wishlist', '/cart', '/about', '/contact', '/faq', '/shipping', '/privacy', '/discretion', '/terms', '/returns', '/warranty', '/gift-cards',
  '/age-verification', '/track-order', '/auth', '/admin/login', '/nowhere',
]
const withCart = ['/', '/products', '/products/riva-pebble', '/cart', '/checkout']
const signedIn = ['/', '/products', '/account', '/account/orders', '/cart']

async function stands(page: Page, path: string, shifts: () => Promise<Shift[]>): Promise<void> {
  await page.goto(path)
  await started(page)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => { scrollTo(0, document.body.scrollHeight) })
  await page.waitForLoadState('networkidle')
  const seen = await shifts()
  expect.soft(seen.reduce((sum, { by }) => sum + by, 0), `${path}: ${JSON.stringify(seen)}`).toBeLessThan(nothing)
}

for (const [width, height] of [[360, 780], [1280, 900]] as const) {
  test.describe(`at ${String(width)} px`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(180_000)

    test('no page moves while it arrives', async ({ page }) => {
      const shifts = await watchShifts(page)
      for (const path of open) await test.step(path, () => stands(page, path, shifts))
    })

    test('nor with a cart', async ({ page }) => {
      await addToCart(page, 'atelier-gift-box')
      const shifts = await watchShifts(page)
      for (const path of withCart) await test.step(path, () => stands(page, path, shifts))
    })

    test('nor for those who are signed in', async ({ page }) => {
      await signIn(page)
      const shifts = await watchShifts(page)
      for (const path of signedIn) await test.step(path, () => stands(page, path, shifts))
    })
  })
}
