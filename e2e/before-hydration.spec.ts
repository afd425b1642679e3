import { expect, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { oneOf } from '@shop/testing/sample'
import { holdRequests } from './hold-requests'
import { test } from './shop'
import { addToCartByForm, fillCheckout, hydrated, open, openCheckout, uniqueEmail } from './steps'

const product = '/products/riva-pebble'
const quantity = (page: Page) => page.getByRole('spinbutton', { name: /^Quantity of/ })

/** A phone: 150 ms away, 1.6 Mbit/s, a processor at a quarter of its speed. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Opens a page without the shell's scripts. @returns lets them arrive, and waits until the page is hydrated */
async function openWithoutScripts(page: Page, address: string): Promise<() => Promise<void>> {
  const letArrive = await holdRequests(page)
  // The scripts are deferred, so that neither the load event nor that of the parsed document comes before them.
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached()
  return async () => {
    letArrive()
    await hydrated(page)
  }
}

// Before, during and after hydration; the moment at which scripts take over is met exactly below.
for (const tenths of oneOf([2, 16, 45], 'a press on a slow phone'))
  test(`on a slow phone a press on "Add to cart" ${String(tenths)} tenths of a second after it appears adds once`, async ({
    adult: page,
  }) => {
    await slowDown(page)
    await page.goto(product, { waitUntil: 'commit' })
    const button = page.getByRole('button', { name: 'Add to cart' })
    await button.waitFor()
    await page.evaluate((ms) => new Promise((passed) => setTimeout(passed, ms)), tenths * 100)
    await button.click()
    const added = page.getByText('Item has been added to your cart.')
    await expect(added.or(page.getByRole('heading', { level: 1, name: 'Your cart' })).first()).toBeVisible()
    await open(page, '/cart')
    await expect(page.getByRole('spinbutton', { name: 'Quantity of Riva Pebble' })).toHaveValue('1')
  })

test('before hydration a product is added by its form, with the quantity that was typed', async ({
  visitor: page,
}) => {
  const arrive = await openWithoutScripts(page, '/products/moss-balm')
  await quantity(page).fill('3')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
  await arrive()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('3')
})

test('a quantity typed before hydration stays, and the buttons, which wait for it, count from it', async ({
  visitor: page,
}) => {
  const arrive = await openWithoutScripts(page, '/products/moss-balm')
  const increase = page.getByRole('button', { name: 'Increase quantity' })
  await expect(increase).toBeDisabled()
  await quantity(page).fill('4')
  await arrive()
  await expect(quantity(page)).toHaveAttribute('aria-valuenow', '4')
  await increase.click()
  await expect(quantity(page)).toHaveValue('5')
})

test('a message begun before hydration stays, with its caret, and is sent in full', async ({
  visitor: page,
}) => {
  const arrive = await openWithoutScripts(page, '/contact')
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
  const arrive = await openWithoutScripts(page, '/products')
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

test('a size that is chosen in the cart before hydration is changed', async ({ visitor: page, staff }) => {
  const slug = `robe-${randomUUID()}`
  await staff.addSizes(slug, 'Linen Robe', { S: 3, M: 2 })
  await page.goto(`/products/${slug}?size=s`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(
    page
      .getByText('Item has been added')
      .or(page.getByRole('heading', { level: 1, name: 'Your cart' }))
      .first(),
  ).toBeVisible()
  const arrive = await openWithoutScripts(page, '/cart')
  await page.getByRole('combobox', { name: 'Size of Linen Robe' }).selectOption('M')
  await arrive()
  await expect(page.getByRole('group', { name: 'Quantity of Linen Robe, M' })).toBeVisible()
})

/** Presses a button without pause, until the page's scripts take the form instead of the browser. */
async function pressUntilTaken(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).evaluate((button) => {
    const press = () => {
      let isTaken = false
      const keepPage = (event: Event) => {
        isTaken = event.defaultPrevented
        event.preventDefault()
      }
      addEventListener('submit', keepPage, { once: true })
      if (button instanceof HTMLElement) button.click()
      if (!isTaken) setTimeout(press)
    }
    press()
  })
}

test('a checkout that was filled in before hydration goes on at the first press that scripts take', async ({
  visitor: page,
}) => {
  await addToCartByForm(page, 'moss-balm')
  const arrive = await openWithoutScripts(page, '/checkout')
  await fillCheckout(page, uniqueEmail('first-press'))
  await pressUntilTaken(page, 'Continue to Payment')
  await arrive()
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
})

test('text typed into the focused field during hydration replaces the restored text', async ({
  visitor: page,
}) => {
  await openCheckout(page, 'moss-balm')
  await page.getByLabel('Email').fill('first@example.test')
  const arrive = await openWithoutScripts(page, '/checkout')
  await page.getByLabel('Email').focus()
  await arrive()
  await expect(page.getByLabel('Email')).toHaveValue('first@example.test')
  await page.keyboard.type('second@example.test')
  await expect(page.getByLabel('Email')).toHaveValue('second@example.test')
})

test('a quantity that was typed before hydration counts at the first press that scripts take', async ({
  visitor: page,
}) => {
  const arrive = await openWithoutScripts(page, '/products/moss-balm')
  await quantity(page).fill('3')
  await pressUntilTaken(page, 'Add to cart')
  await arrive()
  await page.getByText('Item has been added to your cart.').waitFor()
  await open(page, '/cart')
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('3')
})

test('before hydration the browser opens search, menu and details, and follows links', async ({
  visitor: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWithoutScripts(page, product)
  await page.locator('summary', { hasText: /^Delivery/ }).click()
  await expect(page.locator('details', { hasText: /^Delivery/ })).toHaveJSProperty('open', true)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Gift cards' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Search', exact: true }).first().click()
  await page
    .getByRole('searchbox', { name: 'Search products' })
    .or(page.getByLabel('Search products'))
    .first()
    .fill('balm')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=balm')
  await page.getByRole('link', { name: 'Moss Balm' }).first().click()
  await expect(page).toHaveURL(/\/products\/moss-balm/)
})
