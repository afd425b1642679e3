import { expect } from '@playwright/test'
import { holdRequests } from './late-scripts'
import { test } from './shop'
import { fillCheckout, hydrated, open, uniqueEmail } from './steps'

// What befalls each remote is in faults-in-browser.spec.ts; here is how a visitor goes on.

const entry = /\/releases\/mf-catalog\/.*remoteEntry\.js$/

test('without its remote’s scripts a product is put into the cart, and a retry brings the page to life', async ({
  adult: page,
}) => {
  await page.route(entry, (route) => route.abort())
  await open(page, '/products/moss-balm')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  await open(page, '/products/riva-pebble')
  await expect(page.getByText('Part of this page could not be loaded')).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.dataset.sameDocument = 'yes'
  })
  await page.unroute(entry)
  await page.getByRole('button', { name: 'Try again' }).click()
  // One word or the other stands until the buttons work.
  await expect(page.getByText(/^Part of this page/)).toBeHidden()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByRole('spinbutton')).toHaveValue('2')
  expect(await page.evaluate(() => document.documentElement.dataset.sameDocument)).toBe('yes')
})

test('without the checkout’s scripts a shopper buys', async ({ adult: page, staff }) => {
  const email = uniqueEmail('scriptless')
  await page.route(/\/releases\/mf-cart-checkout\/.*\.js$/, (route) => route.abort())
  await open(page, '/products/moss-balm')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('link', { name: /^Cart, 1 item/ }).click()
  const again = page.getByRole('link', { name: 'Load the page again' })
  await expect(again.or(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' }))).toBeVisible()
  if (await again.isVisible()) await again.click()
  await page.getByRole('link', { name: 'Checkout', exact: true }).click()
  await fillCheckout(page, email)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  expect(await staff.ordersOf(email)).toHaveLength(1)
})

test('on a phone the word about missing scripts leaves the button to buy with in sight', async ({
  adult: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route(entry, (route) => route.abort())
  await open(page, '/products/riva-pebble')
  const [button, note] = await Promise.all(
    [page.getByRole('button', { name: 'Add to cart' }), page.getByRole('button', { name: 'Try again' })].map(
      async (place) => {
        await place.waitFor()
        return place.boundingBox()
      },
    ),
  )
  expect((button?.y ?? 844) + (button?.height ?? 0)).toBeLessThan(note?.y ?? 0)
})

test('what is pressed and typed on a page whose scripts come late is not lost, before the rest of the page works and after', async ({
  adult: page,
}) => {
  const letArrive = await holdRequests(page, entry)
  const more = page.getByRole('button', { name: 'Increase quantity' })
  const heart = (name: string) => page.getByRole('button', { name: new RegExp(`^(Add|Remove) ${name}`) })
  const enlarge = page.getByRole('button', { name: 'Enlarge picture' })
  await page.goto('/products/riva-pebble', { waitUntil: 'domcontentloaded' })
  await more.click()
  await hydrated(page)
  await page.evaluate(() => {
    document.documentElement.dataset.sameDocument = 'yes'
  })
  await more.click()
  await expect(page.getByRole('spinbutton')).toHaveValue('3')
  await heart('Riva Pebble').click()
  await page.getByRole('button', { name: 'Next picture' }).click()
  await page.locator('summary', { hasText: /^Delivery/ }).click()
  await enlarge.click()
  await expect(enlarge).toHaveAttribute('aria-busy', 'true')
  letArrive()
  const pictures = page.getByRole('dialog', { name: 'Pictures of Riva Pebble' })
  await expect(pictures).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pictures).toBeHidden()
  await expect(page.getByRole('spinbutton')).toHaveValue('3')
  await expect(heart('Riva Pebble')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('details', { hasText: /^Delivery/ })).toHaveJSProperty('open', true)
  const strip = page.getByRole('main').getByRole('list', { name: 'Pictures of Riva Pebble' })
  expect(await strip.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth)).toBe(1)
  await more.click()
  await expect(page.getByRole('spinbutton')).toHaveValue('4')
  expect(await page.evaluate(() => document.documentElement.dataset.sameDocument)).toBe('yes')
})

test('a page whose scripts come late takes over where the visitor reads', async ({ adult: page }) => {
  const letArrive = await holdRequests(page, entry)
  await open(page, '/products')
  await page.evaluate(() => {
    window.scrollTo(0, 900)
  })
  await expect(page.getByText('still on its way')).toBeVisible()
  letArrive()
  await expect(page.getByText('still on its way')).toBeHidden()
  expect(await page.evaluate(() => window.scrollY)).toBe(900)
  await page.getByRole('main').getByRole('link', { name: 'Riva Pebble' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Riva Pebble')
})
