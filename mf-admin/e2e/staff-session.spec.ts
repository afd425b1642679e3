import { expect, type Page } from '@playwright/test'
import { storeShopperSession } from '../../e2e/people'
import { test } from '../../e2e/shop'
import { addToCartByForm, open, signInStaff, signInStaffByForm } from '../../e2e/steps'

const isStored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name) !== null, key)
const cart = (page: Page, items: string) => page.getByRole('link', { name: `Cart, ${items}` })

const shopSignOut = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign Out' })

test('a shopper who signs out leaves the staff session in the same browser', async ({ adult: page }) => {
  await signInStaff(page)
  await storeShopperSession(page)
  await page.goto('/account')
  await shopSignOut(page).click()
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  await page.getByRole('link', { name: 'Admin Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back, Rowan' })).toBeVisible()
})

test('staff who sign in and out leave the shopper’s session in the same browser', async ({ adult: page }) => {
  await storeShopperSession(page)
  await page.goto('/admin/nowhere?page=2')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await signInStaffByForm(page)
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/nowhere\?page=2$/)
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/login$/)
  expect(await isStored(page, 'aurelle_staff')).toBe(false)
  await page.goto('/account')
  await expect(shopSignOut(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeHidden()
})

test('staff who sign in to the shop are handed over; a guest’s cart stays a guest’s', async ({
  adult: page,
}) => {
  await addToCartByForm(page, 'moss-balm')
  await open(page, '/auth')
  await signInStaffByForm(page, 'admin')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome back, Imogen' })).toBeVisible()
  expect(await isStored(page, 'aurelle_auth')).toBe(false)
  await page.getByRole('link', { name: 'Visit Store' }).click()
  await expect(cart(page, '1 item')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('link', { name: 'Admin Dashboard' }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Store' }).click()
  await expect(cart(page, '1 item')).toBeVisible()
})

test('staff are not asked for their age, before or after the scripts have loaded', async ({ page }) => {
  await signInStaff(page, 'moderator')
  await open(page, '/')
  await expect(page.getByRole('dialog', { name: 'Age Verification Required' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
})

test('a page that is not found is shown inside the layout of the back office', async ({ page, request }) => {
  const response = await request.get('/admin/no/such/screen')
  expect(response.status()).toBe(404)
  expect(await response.text()).toContain('<meta name="robots" content="noindex"')
  await signInStaff(page)
  await page.goto('/admin/no/such/screen')
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found | Aurelle & Moss')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back, Rowan' })).toBeVisible()
})

test('signing out in one tab closes the other; signing out everywhere closes other browsers', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInStaff(page, 'super_admin', 'own')
  await page.goto('/admin/dashboard')
  const second = await page.context().newPage()
  await second.goto('/admin/dashboard')
  const elsewhere = await (await browser.newContext({ baseURL })).newPage()
  await signInStaff(elsewhere, 'super_admin', 'own')
  await expect(second.getByRole('heading', { name: 'Welcome back, Rowan' })).toBeVisible()
  await second.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()

  await elsewhere.goto('/admin/dashboard')
  await expect(elsewhere.getByRole('heading', { name: 'Welcome back, Rowan' })).toBeVisible()
  await signInStaffByForm(page)
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('You have been successfully signed out.')).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/admin\/login$/)
  await elsewhere.context().close()
})
