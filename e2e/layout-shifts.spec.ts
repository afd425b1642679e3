import { expect, type Page } from '@playwright/test'
import { holdRequests } from './hold-requests'
import { watchLayoutShifts, type ExpectNoShift } from './layout-shifts'
import { isSampled } from '@shop/testing/sample'
import { test } from './shop'
import { open, addToCartByForm, signIn } from './steps'

const routes = [
  '/',
  '/products',
  '/products/riva-pebble',
  '/products/ovo-moss',
  '/products/no-such-thing',
  '/categories',
  '/categories/accessories',
  '/search',
  '/search?q=pebble',
  '/wishlist',
  '/cart',
  '/about',
  '/contact',
  '/faq',
  '/shipping',
  '/privacy',
  '/discretion',
  '/terms',
  '/returns',
  '/warranty',
  '/gift-cards',
  '/age-verification',
  '/track-order',
  '/auth',
  '/admin/login',
  '/nowhere',
]
const sizes = [
  [360, 780],
  [1280, 900],
] as const
const withCart = ['/', '/products', '/products/riva-pebble', '/cart', '/checkout']
const signedIn = ['/', '/products', '/account', '/account/orders', '/cart']

const isLoading = (page: Page) => page.locator('[aria-busy=true]').count()

/** Scrolls by half a window until nothing is loading any more: some parts are read a window before they are in view. */
async function readOn(page: Page): Promise<void> {
  while ((await isLoading(page)) > 0) {
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[aria-busy=true]')].every(
        (part) => part.getBoundingClientRect().top > innerHeight * 1.9,
      ),
    )
    const isAtEnd = await page.evaluate(async () => {
      // A shift below the window would count as one in view if the page scrolled before it is painted.
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      const before = scrollY
      scrollBy(0, innerHeight / 2)
      return scrollY === before
    })
    if (isAtEnd) return
  }
}

async function expectSteady(page: Page, path: string, expectNoShift: ExpectNoShift): Promise<void> {
  await open(page, path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await readOn(page)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    scrollTo(0, document.body.scrollHeight)
    const isSeen = (image: Element) => image.getBoundingClientRect().bottom > 0
    await Promise.allSettled([...document.images].filter(isSeen).map((image) => image.decode()))
    await new Promise(requestAnimationFrame)
  })
  await expectNoShift(path)
}

test('a page whose fonts come after its first paint does not shift when it hydrates', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const expectNoShift = await watchLayoutShifts(page)
  const letFontsCome = await holdRequests(page, /\/fonts\//)
  const letScriptsCome = await holdRequests(page)
  const font = page.waitForResponse(/hanken-grotesk-first/)
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  letFontsCome()
  await (await font).finished()
  letScriptsCome()
  await page.waitForFunction(() => performance.getEntriesByName('shop-ready').length > 0)
  await page.waitForLoadState('networkidle')
  await expectNoShift('/')
})

for (const [place, [width, height]] of sizes.entries()) {
  const sampled = routes.filter((_, index) => isSampled(index + place, 2 * sizes.length))

  test.describe(`at ${String(width)} px`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(180_000)

    test('no page shifts while it loads', async ({ page }) => {
      const expectNoShift = await watchLayoutShifts(page)
      for (const path of sampled) await test.step(path, () => expectSteady(page, path, expectNoShift))
    })

    if (isSampled(place, sizes.length))
      test('no page shifts with a cart', async ({ page }) => {
        await addToCartByForm(page, 'atelier-gift-box')
        const expectNoShift = await watchLayoutShifts(page)
        for (const path of withCart) await test.step(path, () => expectSteady(page, path, expectNoShift))
      })

    if (isSampled(place + 1, sizes.length))
      test('no page shifts for signed-in customers', async ({ page }) => {
        await signIn(page)
        const expectNoShift = await watchLayoutShifts(page)
        for (const path of signedIn) await test.step(path, () => expectSteady(page, path, expectNoShift))
      })
  })
}
