import { expect, type Page } from '@playwright/test'
import { test } from './shop'
import { hydrated, open, openCheckout } from './steps'

/** Lets the next requests for scripts of a remote fail. */
async function lose(page: Page, remote: string, times: number): Promise<void> {
  await page.route(new RegExp(`/releases/${remote}/.*\\.js$`), (route) => route.abort('connectionreset'), {
    times,
  })
}

test('a dialog whose code is lost once opens all the same', async ({ adult: page }) => {
  await openCheckout(page, 'moss-balm')
  await lose(page, 'mf-cart-checkout', 1)
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Account email')).toBeFocused()
})

test('where it is lost again a message says so, the page stays, and the next press opens it', async ({
  adult: page,
}) => {
  await openCheckout(page, 'moss-balm')
  await page.getByLabel('Email', { exact: true }).first().fill('sam@shop.test')
  await lose(page, 'mf-cart-checkout', 2)
  const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true })
  await signIn.click()
  await expect(page.getByText('The sign-in could not be opened. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true }).first()).toHaveValue('sam@shop.test')
  await signIn.click()
  await expect(page.getByLabel('Account email')).toBeFocused()
})

test('a page whose code was lost is loaded again by the next click on its link', async ({ adult: page }) => {
  await open(page, '/about')
  await page.route(/\/releases\/mf-catalog\/.*\.js$/, (route) => route.abort('connectionreset'))
  const link = page.getByRole('link', { name: 'Shop All' }).first()
  await link.click()
  await expect(page.getByText('This part of the shop is not available')).toBeVisible()
  await page.unroute(/\/releases\/mf-catalog\/.*\.js$/)
  await page.getByRole('link', { name: /^Cart/ }).first().click()
  await expect(page).toHaveURL('/cart')
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop All' })).toBeVisible()
})

test('a remote that is lost once on its way is loaded without a word', async ({ adult: page }) => {
  await lose(page, 'mf-account', 1)
  await page.goto('/auth')
  await hydrated(page)
  await expect(page.getByText('Part of this page could not be loaded')).toBeHidden()
})
