import { expect, type Page } from '@playwright/test'
import { openSlowly } from './early-steps'
import { test } from './shop'
import { hydrated } from './steps'

// What a page answers before the shop's scripts are there.

const quantity = (page: Page) => page.getByRole('spinbutton', { name: /^Quantity of/ })
const cartLink = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('link', { name })
const add = (page: Page) => page.getByRole('button', { name: 'Add to cart' })

test('before hydration a press shows within 100 ms that the button is busy, then the count and "Added"; the shop takes them over', async ({
  visitor: page,
}) => {
  const arrive = await openSlowly(page, '/products/moss-balm')
  const button = page.getByRole('button', { name: 'Add to cart' })
  const before = await button.boundingBox()
  const waited = await button.evaluate(
    (pressed: HTMLElement) =>
      new Promise<number>((resolve) => {
        const from = performance.now()
        pressed.click()
        requestAnimationFrame(() => {
          const ring = getComputedStyle(pressed, '::after')
          const rendered =
            pressed.getAttribute('aria-busy') === 'true' &&
            ring.width === '14px' &&
            ring.animationName !== 'none'
          resolve(rendered ? performance.now() - from : Number.POSITIVE_INFINITY)
        })
      }),
  )
  expect(waited).toBeLessThan(100)
  await expect(cartLink(page, 'Cart, 1 item')).toBeVisible()
  const badge = cartLink(page, 'Cart, 1 item').locator('[data-count="1"]')
  await expect(badge).toBeVisible()
  expect(await badge.evaluate((shown) => getComputedStyle(shown, '::after').fontSize)).toBe('11px')
  await expect(button).toHaveAttribute('data-added')
  await expect(button).toHaveAccessibleName('Add to cart')
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  expect(await button.evaluate((pressed) => getComputedStyle(pressed, '::after').content)).toContain('Added')
  expect(await button.boundingBox()).toEqual(before)
  await expect(page.getByRole('status').filter({ hasText: 'Item has been added to your cart.' })).toHaveCount(
    1,
  )
  await arrive()
  await expect(page.getByRole('group', { name: 'Your cart' })).toContainText('1 in your cart')
  await expect(page.getByText('Item has been added to your cart.')).toHaveCount(1)
  await expect(cartLink(page, 'Cart, 1 item')).toContainText('1')
  await expect(page.locator('[data-count]')).toHaveCount(0)
})

test('presses count one by one, and the cart has exactly as many', async ({ visitor: page }) => {
  const arrive = await openSlowly(page, '/products/moss-balm')
  for (const name of ['Cart, 1 item', 'Cart, 2 items', 'Cart, 3 items']) {
    await add(page).click()
    await expect(cartLink(page, name)).toBeVisible()
  }
  await arrive()
  await expect(page.getByRole('group', { name: 'Your cart' })).toContainText('3 in your cart')
  await add(page).click()
  await expect(cartLink(page, 'Cart, 4 items')).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('4')
})

test('a press that is answered only after hydration counts once', async ({ visitor: page }) => {
  let letAnswer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    letAnswer = resolve
  })
  await page.route('/cart/items', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.goto('/products/moss-balm', { waitUntil: 'domcontentloaded' })
  await add(page).click()
  await hydrated(page)
  await add(page).click()
  letAnswer()
  await expect(page.getByRole('group', { name: 'Your cart' })).toContainText('1 in your cart')
  await expect(cartLink(page, 'Cart, 1 item')).toBeVisible()
  await expect(add(page)).not.toHaveAttribute('aria-busy', 'true')
})

test('what was sold out meanwhile is explained by the shop, and nothing else is said', async ({
  visitor: page,
  staff,
}) => {
  const stock = await staff.stockOf('halo-ring')
  const arrive = await openSlowly(page, '/products/halo-ring')
  await staff.setStock('halo-ring', 0)
  try {
    const answered = page.waitForResponse('/cart/items')
    await add(page).click()
    await answered
    await expect(add(page)).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText('Item has been added to your cart.')).toHaveCount(0)
    await arrive()
    await expect(page.getByText('Only 0 items available.')).toBeVisible()
    await expect(cartLink(page, 'Cart, 0 items')).toBeVisible()
  } finally {
    await staff.setStock('halo-ring', stock)
  }
})

test('the number, the pictures and the theme change at once, and stay', async ({ visitor: page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const arrive = await openSlowly(page, '/products/riva-pebble')
  await page.getByRole('button', { name: 'Increase quantity' }).click({ clickCount: 2 })
  await expect(quantity(page)).toHaveValue('3')
  await page.getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(quantity(page)).toHaveValue('2')
  const pictures = page.getByRole('list', { name: 'Pictures of Riva Pebble' })
  const place = () => pictures.evaluate((list) => Math.round(list.scrollLeft / list.clientWidth))
  await page.getByRole('button', { name: 'Next picture' }).click()
  expect(await place()).toBe(1)
  await page.getByRole('link', { name: /^Image 1/ }).click()
  await expect.poll(place).toBe(0)
  await page.getByRole('button', { name: 'Next picture' }).click()
  await page.getByRole('button', { name: /^Theme: Light/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('[data-queued]')).toHaveCount(0)
  await expect(page).toHaveURL('/products/riva-pebble')
  await arrive()
  await expect(page.getByRole('button', { name: 'Theme: Dark. Switch to system' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Image 2/ })).toHaveAttribute('aria-current', 'true')
  await expect(quantity(page)).toHaveAttribute('aria-valuenow', '2')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(quantity(page)).toHaveValue('3')
})

test('a heart is filled at once, and the next page knows it, also where the shop’s scripts never came', async ({
  visitor: page,
}) => {
  await openSlowly(page, '/products/moss-balm')
  const heart = page.getByRole('button', { name: 'Add Moss Balm to wishlist' })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(await heart.locator('svg').evaluate((drawn) => getComputedStyle(drawn).fill)).not.toBe('none')
  await page.unroute('**/releases/shell/*/js/*.js')
  await page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Moss Balm'])
})

test('the phone’s menu opens at once and stays until a link is followed; the next one is the shop’s', async ({
  visitor: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const arrive = await openSlowly(page, '/products/moss-balm')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Track order' })).toBeVisible()
  await arrive()
  await expect(menu.getByRole('link', { name: 'Track order' })).toBeVisible()
  await menu.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('navigation', { name: 'Menu' })).toBeVisible()
})

test('the search opens at once; the shop’s own takes over what was typed', async ({ visitor: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const arrive = await openSlowly(page, '/products/moss-balm')
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' }).first()
  await opener.click()
  await expect(page.getByRole('textbox', { name: 'Search products' })).toBeFocused()
  await page.keyboard.type('riva peb')
  await arrive()
  const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type('ble')
  await expect(field).toHaveValue('riva pebble')
  await expect(page.getByRole('option', { name: /Riva Pebble/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('the search without the shop’s scripts leads to the results', async ({ visitor: page }) => {
  await openSlowly(page, '/products/moss-balm')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await page.keyboard.type('riva pebble')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=riva+pebble')
})
