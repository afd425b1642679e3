import { expect, type Locator } from '@playwright/test'
import { watchLayoutShifts } from '../../e2e/layout-shifts'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

const riva = '/products/riva-pebble'

/** Where something is on the screen. */
async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('Not to be seen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  for (const slug of ['riva-pebble', 'fume-glass-orbs', 'hours-silk-robe']) {
    test(`picture, name, price and button of ${slug} are in the first screen`, async ({ adult: page }) => {
      await open(page, `/products/${slug}`)
      const main = page.getByRole('main')
      const picture = await boxOf(main.getByRole('list', { name: /^Pictures of/ }))
      expect(picture.width / picture.height).toBeCloseTo(1, 1)
      expect((await boxOf(main.getByRole('heading', { level: 1 }))).y).toBeGreaterThan(picture.bottom)
      expect((await boxOf(main.getByText(/incl\. VAT/).first())).bottom).toBeLessThan(844)
      expect((await boxOf(main.getByRole('button', { name: 'Add to cart' }))).bottom).toBeLessThanOrEqual(844)
    })
  }

  test('a bar has price and button while the button is out of sight, covers no focus, and nothing shifts', async ({
    adult: page,
  }) => {
    const expectNoShift = await watchLayoutShifts(page)
    await open(page, riva)
    const bar = page.locator('[aria-hidden]').filter({ hasText: /^£[\d.]+incl\. VATAdd to cart$/ })
    await expect(bar).toBeHidden()
    await page.getByText('Delivery and returns').scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 1200)
    await expect(bar).toBeVisible()
    // It rises.
    await expect.poll(async () => Math.round((await boxOf(bar)).bottom)).toBe(844)
    const { y } = await boxOf(bar)
    const last = page.getByRole('contentinfo').getByRole('link').last()
    await last.focus()
    expect((await boxOf(last)).bottom).toBeLessThanOrEqual(y)
    await bar.getByText('Add to cart').click()
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible()
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await expect(bar).toBeHidden()
    await expectNoShift(riva)
  })
})

for (const [width, height] of [
  [768, 1024],
  [1280, 800],
] as const) {
  test(`at ${String(width)} px the text stands beside the pictures, which stay in view`, async ({
    adult: page,
  }) => {
    await page.setViewportSize({ width, height })
    await open(page, riva)
    const pictures = page.getByRole('main').getByRole('list', { name: 'Pictures of Riva Pebble' })
    const button = await boxOf(page.getByRole('button', { name: 'Add to cart' }))
    expect(button.x).toBeGreaterThan((await boxOf(pictures)).right)
    expect(button.bottom).toBeLessThanOrEqual(height)
    await pictures.hover()
    await page.mouse.wheel(0, 250)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(150)
    await expect(pictures).toBeInViewport({ ratio: 0.9 })
  })
}

test('a cached page tells the days of whoever reads it', async ({ adult: page }) => {
  const html = await (await page.request.get(riva)).text()
  expect(html).toContain('With you in 5-7 business days')
  expect(html).not.toContain('for delivery by')
  const expectNoShift = await watchLayoutShifts(page)
  // The server's clock: that of the device may be wrong.
  await page.route('**/healthz', (route) =>
    route.fulfill({ headers: { date: 'Thu, 24 Dec 2026 09:00:00 GMT' } }),
  )
  await open(page, riva)
  await expect(page.getByText('Order by 2pm today for delivery by Thursday 7 January')).toBeVisible()
  await expectNoShift(riva)
})

test('the breadcrumbs name the category, and what goes with a piece comes before its like', async ({
  adult: page,
}) => {
  await open(page, riva)
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(trail).toHaveText(/Home.*Products.*Luxury Toys.*Riva Pebble/)
  await page.getByRole('heading', { level: 2, name: 'You may also need' }).scrollIntoViewIfNeeded()
  const needed = page.getByRole('region', { name: 'You may also need' })
  await expect(needed.getByRole('link')).toHaveText([
    'Veil Water-Based Glide',
    'Clarity Cleansing Mist',
    'Moss Velvet Keepsake Pouch',
  ])
  const preferred = page.getByRole('region', { name: 'You may prefer' })
  expect((await boxOf(preferred)).y).toBeGreaterThan((await boxOf(needed)).y)
  await trail.getByRole('link', { name: 'Luxury Toys' }).click()
  await expect(page).toHaveURL('/categories/luxury-toys')
})
