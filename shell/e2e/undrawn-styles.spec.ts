import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

const look = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, fontFamily, color } = getComputedStyle(document.body)
    return {
      backgroundColor,
      fontFamily,
      color,
      margin: getComputedStyle(document.querySelector('h1') ?? document.body).margin,
    }
  })

test('a page whose global styles no server drew gets them from the scripts', async ({ page }) => {
  // The same fonts, however long each document takes.
  await page.addInitScript(() => {
    localStorage.setItem('aurelle_fonts', 'cached')
  })
  await page.goto('/about')
  const drawn = await look(page)
  await page.route('/about', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const bare = html.replaceAll(/<style data-emotion="css-global[\s\S]*?<\/style>/g, '')
    expect(bare.length).toBeLessThan(html.length)
    await route.fulfill({ response, body: bare })
  })
  await page.goto('/about')
  await expect.poll(() => look(page)).toEqual(drawn)
})

test('styles that come later have the browser look for no fonts again, which would lay out every text', async ({
  visitor: page,
}) => {
  await page.addInitScript(() => {
    const late = { rules: 0, fonts: 0 }
    Object.assign(window, { late })
    const isLate = () => performance.getEntriesByName('shop-ready').length
    document.fonts.addEventListener('loading', () => (late.fonts += isLate()))
    const insertRule = Reflect.get(CSSStyleSheet.prototype, 'insertRule') as CSSStyleSheet['insertRule']
    CSSStyleSheet.prototype.insertRule = function (rule, index) {
      late.rules += isLate()
      return insertRule.call(this, rule, index)
    }
  })
  await open(page, '/products/riva-pebble')
  await page.getByRole('heading', { name: 'You may also need' }).scrollIntoViewIfNeeded()
  await expect(
    page.getByRole('region', { name: 'You may also need' }).getByRole('link').first(),
  ).toBeVisible()
  const late = await page.evaluate(async () => {
    // Fonts are looked for when styles are worked out.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return (window as unknown as { late: { rules: number; fonts: number } }).late
  })
  expect(late.rules).toBeGreaterThan(0)
  expect(late.fonts).toBe(0)
})
