import { expect } from '@playwright/test'
import { test } from './shop'
import { open } from './steps'

// What befalls each remote is in faults-in-browser.spec.ts; here is how a visitor goes on.

test('without its remote’s scripts a product is put into the cart, and a retry brings the page to life', async ({
  page,
}) => {
  const entry = /\/releases\/mf-catalog\/.*remoteEntry\.js$/
  await page.addInitScript(() => {
    sessionStorage.setItem('aurelle_age_confirmed', 'yes')
  })
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

test('a page whose scripts come late takes over where the visitor reads', async ({ page }) => {
  let letArrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    letArrive = resolve
  })
  await page.route(/\/releases\/mf-catalog\/.*remoteEntry\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.addInitScript(() => {
    sessionStorage.setItem('aurelle_age_confirmed', 'yes')
  })
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
