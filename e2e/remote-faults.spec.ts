import { expect } from '@playwright/test'
import { holdRequests } from './hold-requests'
import { test } from './shop'
import { fillCheckout, hydrated, open, uniqueEmail } from './steps'

// These tests show how a visitor goes on after a fault; faults-in-browser.spec.ts has the faults of each remote.

const entry = /\/releases\/mf-catalog\/.*remoteEntry\.js$/

test('without its remote’s scripts a product is put into the cart, and a retry hydrates the page', async ({
  adult: page,
}) => {
  await page.route(entry, (route) => route.abort())
  await page.goto('/products/moss-balm')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  const report = page.waitForResponse('/reports')
  await page.goto('/products/riva-pebble')
  await expect(page.getByText('Part of this page could not be loaded')).toBeVisible()
  expect((await report).status()).toBe(204)
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
  await page.getByRole('link', { name: 'Load the page again' }).click()
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
  await page.goto('/products/riva-pebble')
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

test('a page whose scripts come late is hydrated where the visitor reads', async ({ adult: page }) => {
  const letArrive = await holdRequests(page, entry)
  await page.goto('/products', { waitUntil: 'domcontentloaded' })
  await page.evaluate(() => {
    window.scrollTo(0, 900)
  })
  await expect(page.getByText('still on its way')).toBeVisible()
  letArrive()
  await hydrated(page)
  await expect(page.getByText('still on its way')).toBeHidden()
  expect(await page.evaluate(() => window.scrollY)).toBe(900)
  await page.getByRole('main').getByRole('link', { name: 'Riva Pebble' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Riva Pebble')
})
