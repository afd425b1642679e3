import { expect, type Page } from '@playwright/test'
import { watchLayoutShifts } from '../../e2e/layout-shifts'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

const words = (page: Page) => page.getByText('Item has been added to your cart.')
const cart = (page: Page) => page.getByRole('group', { name: 'Your cart' })
const add = (page: Page) => page.getByRole('button', { name: 'Add to cart' })

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]) {
  test(`at ${String(size.width)} px what was added is shown with the ways on, and gets in the way of nothing`, async ({
    adult: page,
  }) => {
    await page.setViewportSize(size)
    const expectNoShift = await watchLayoutShifts(page)
    await open(page, '/products/moss-balm')
    await add(page).click()
    await expect(words(page)).toBeVisible()
    await expect(cart(page)).toContainText('Moss Balm')
    await expect(cart(page).getByRole('progressbar', { name: 'Free delivery' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Cart, 1 item/ })).toBeInViewport()
    // Pressed as it lies, whatever stands over it.
    await add(page).click()
    await expect(page.getByRole('link', { name: /^Cart, 2 items/ })).toBeVisible()
    await expect(cart(page)).toContainText('2 in your cart')
    await page.getByRole('link', { name: /^Cart, 2 items/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Checkout', exact: true })).toHaveCount(1)
    await expectNoShift('product and cart')
  })
}

test('by keyboard it is reached by one key, and closed by Escape', async ({ adult: page }) => {
  await open(page, '/products/moss-balm')
  await add(page).press('Enter')
  await expect(cart(page)).toBeVisible()
  await expect(add(page)).toBeFocused()
  await page.keyboard.press('F8')
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(cart(page).getByRole('link', { name: 'View cart' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(words(page)).toBeHidden()
  await expect(add(page)).toBeFocused()
})

test('without its code there is the toast, with a link to the cart', async ({ adult: page }) => {
  await open(page, '/products/moss-balm')
  await page.route('**/js/rare-mini-cart.*.js', (route) => route.abort())
  await add(page).click()
  await expect(words(page)).toBeVisible()
  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible()
})
