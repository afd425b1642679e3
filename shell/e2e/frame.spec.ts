import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { addToCartByForm, open } from '../../e2e/steps'

const phone = { width: 390, height: 844 }
const menu = (page: Page) => page.getByRole('dialog', { name: 'Aurelle & Moss' })

/** Scrolls as a finger does. */
const scrollBy = (page: Page, pixels: number) => page.mouse.wheel(0, pixels)

test('the header leaves on the way down and returns on the way up; it never hides what has the focus', async ({
  adult: page,
}) => {
  await page.setViewportSize(phone)
  await open(page, '/products')
  const badge = page.getByRole('link', { name: 'Cart, 0 items' })
  await scrollBy(page, 900)
  await expect(badge).not.toBeInViewport()
  await scrollBy(page, -100)
  await expect(badge).toBeInViewport()
  await scrollBy(page, 300)
  await expect(badge).not.toBeInViewport()
  await badge.focus()
  await expect(badge).toBeInViewport()
})

test('with something in the cart its count is always in sight', async ({ adult: page }) => {
  await page.setViewportSize(phone)
  await addToCartByForm(page, 'moss-balm')
  await open(page, '/products')
  const badge = page.getByRole('link', { name: 'Cart, 1 item' })
  await expect(badge).toBeInViewport()
  await scrollBy(page, 900)
  await page.waitForFunction(() => scrollY > 500)
  await expect(badge).toBeInViewport()
})

test('Back closes the menu and an enlarged picture; from a page that the menu led to it leads to the one before', async ({
  adult: page,
}) => {
  await page.setViewportSize(phone)
  await open(page, '/about')
  await open(page, '/products/moss-balm')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu(page)).toBeVisible()
  await page.goBack()
  await expect(menu(page)).toBeHidden()
  await expect(page).toHaveURL('/products/moss-balm')
  await page.getByRole('button', { name: 'Enlarge picture' }).click()
  await expect(page.getByRole('button', { name: 'Close picture' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Close picture' })).toBeHidden()
  await expect(page).toHaveURL('/products/moss-balm')

  await page.getByRole('button', { name: 'Menu' }).click()
  await menu(page).getByRole('link', { name: 'Track order' }).click()
  await expect(page).toHaveURL('/track-order')
  await expect(menu(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/products/moss-balm')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('after the age gate the focus is at the page’s heading', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Made for the quiet hours' })).toBeFocused()
})

test('at every width the picture of the home page reaches the edge, and its text begins where the page does', async ({
  adult: page,
}) => {
  await open(page, '/')
  for (const width of [390, 768, 1280, 1600, 1920])
    await test.step(`${String(width)} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const picture = await page.getByRole('img', { name: /Still life/ }).boundingBox()
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
      const below = await page.getByRole('heading', { level: 2, name: 'Featured' }).boundingBox()
      const inner = await page.evaluate(() => document.documentElement.clientWidth)
      expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeCloseTo(inner, 0)
      expect(heading?.x).toBeCloseTo(below?.x ?? -1, 0)
    })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the menu opens, closes and leads on', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/about')
    const links = page.getByRole('navigation', { name: 'Main' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(links).toBeVisible()
    await page.mouse.click(380, 400)
    await expect(links).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(links).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await links.getByRole('link', { name: 'Gift cards' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Gift cards' })).toBeVisible()
  })
})
