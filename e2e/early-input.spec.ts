import { expect, type Page } from '@playwright/test'
import { openSlowly } from './early-steps'
import { test } from './shop'

const quantity = (page: Page) => page.getByRole('spinbutton', { name: /^Quantity of/ })

test('a quantity typed before hydration is the one added to the cart', async ({ visitor: page }) => {
  const arrive = await openSlowly(page, '/products/moss-balm')
  await quantity(page).fill('2')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await arrive()
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible()
  await expect(quantity(page)).toHaveValue('2')
  await expect(page.getByRole('link', { name: /^Cart, 2 items/ })).toBeVisible()
})

test('Enter in the quantity before hydration adds that quantity', async ({ visitor: page }) => {
  const arrive = await openSlowly(page, '/products/moss-balm')
  await quantity(page).fill('3')
  await quantity(page).press('Enter')
  await arrive()
  await expect(page.getByRole('link', { name: /^Cart, 3 items/ })).toBeVisible()
  await expect(quantity(page)).toHaveValue('3')
})

test('a second click on the busy button adds nothing more', async ({ visitor: page }) => {
  const arrive = await openSlowly(page, '/products/moss-balm')
  await page.getByRole('button', { name: 'Add to cart' }).dblclick()
  await arrive()
  await expect(page.getByRole('link', { name: /^Cart, 1 item/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to cart' })).not.toHaveAttribute('aria-busy', 'true')
})

test('a quantity typed before hydration stays, and the buttons count from it', async ({ visitor: page }) => {
  const arrive = await openSlowly(page, '/products/moss-balm')
  await quantity(page).fill('4')
  await quantity(page).blur()
  await arrive()
  await expect(quantity(page)).toHaveAttribute('aria-valuenow', '4')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(quantity(page)).toHaveValue('5')
})

test('a message begun before hydration stays, with its caret, and is sent in full', async ({
  visitor: page,
}) => {
  const arrive = await openSlowly(page, '/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Full name').fill('Imogen Hale')
  await form.getByLabel('Email').fill('imogen@example.test')
  await form.getByLabel('Subject').fill('A question')
  const message = form.getByLabel('Message')
  await message.fill('Is the robe from Lyon?')
  await message.press('Home')
  await page.keyboard.type('Hello. ')
  await arrive()
  await expect(message).toBeFocused()
  await page.keyboard.type('Please: ')
  await expect(message).toHaveValue('Hello. Please: Is the robe from Lyon?')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(
    page.getByText("Thank you for reaching out. We'll get back to you within 24 hours."),
  ).toBeVisible()
})

test('a sort order, a price and a checkbox changed before hydration are applied to the list', async ({
  visitor: page,
}) => {
  const arrive = await openSlowly(page, '/products')
  await page.getByLabel('Sort by').selectOption('Price, high to low')
  await page.getByLabel('Maximum price (£)').fill('60')
  await page.getByLabel('In stock only').check()
  await arrive()
  await expect(page).toHaveURL(
    (url) =>
      url.searchParams.get('sort') === 'price-down' &&
      url.searchParams.get('max') === '60' &&
      url.searchParams.get('stock') === 'in',
  )
  await expect(page.getByLabel('Sort by')).toHaveValue('price-down')
  await expect(page.getByRole('checkbox', { name: 'In stock only' })).toBeChecked()
})

test('a search submitted before hydration is performed', async ({ visitor: page }) => {
  const arrive = await openSlowly(page, '/search')
  await page.getByRole('searchbox', { name: 'Search products' }).fill('pebble')
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await arrive()
  await expect(page).toHaveURL('/search?q=pebble')
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('pebble')
  await expect(page.getByRole('link', { name: 'Riva Pebble' }).first()).toBeVisible()
})

test('values that the browser filled in or restored without events stay too', async ({ visitor: page }) => {
  const arrive = await openSlowly(page, '/products/moss-balm')
  await quantity(page).evaluate((field: HTMLInputElement) => {
    field.value = '2'
  })
  await arrive()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('link', { name: /^Cart, 2 items/ })).toBeVisible()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('the spinner of a busy button is static', async ({ visitor: page }) => {
    await openSlowly(page, '/products/moss-balm')
    const button = page.getByRole('button', { name: 'Add to cart' })
    await button.click()
    expect(await button.evaluate((pressed) => getComputedStyle(pressed, '::after').animationName)).toBe(
      'none',
    )
  })
})

test('a button is no longer busy when the scripts cannot be loaded', async ({ page }) => {
  await page.route('**/releases/shell/*/js/*.js', (route) => route.abort())
  await page.goto('/products/moss-balm')
  const button = page.getByRole('button', { name: 'Increase quantity' })
  await button.click()
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
})
