import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

test('the age gate covers the home page until confirmed, once per browser session', async ({ page }) => {
  await open(page, '/')
  const gate = page.getByRole('dialog', { name: 'Age Verification Required' })
  await expect(gate).toBeVisible()
  await expect(page.getByRole('button', { name: 'I am 18 or older' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(gate).toBeVisible()
  await page.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(gate).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(gate).toBeHidden()
})

test('a shopper signs in and signs out', async ({ adult: page }) => {
  await open(page, '/auth')
  await page.getByLabel('Email').first().fill('shopper@aurelle.test')
  await page.getByLabel('Password', { exact: true }).first().fill('wrong-password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Sign in failed')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).first().fill('shopper-demo-2026')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('You have successfully signed in.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await open(page, '/auth')
  await expect(page).toHaveURL('/')
  await open(page, '/account')
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign out/i })
    .click()
  await expect(page.getByText('You have been signed out.')).toBeVisible()
})

test('a protected page redirects to the sign-in and back', async ({ page }) => {
  await open(page, '/account/orders')
  await expect(page).toHaveURL(/\/auth/)
  await page.getByLabel('Email').first().fill('shopper@aurelle.test')
  await page.getByLabel('Password', { exact: true }).first().fill('shopper-demo-2026')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/account\/orders/)
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
})

test('the back office is open to staff only', async ({ page }) => {
  await open(page, '/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/login/)
  await expect(page.getByRole('button', { name: /sign in/i })).toBeDisabled()
  await page.getByLabel('Email').fill('shopper@aurelle.test')
  await page.getByLabel('Password', { exact: true }).fill('shopper-demo-2026')
  await page.getByRole('button', { name: /sign in/i }).click()
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByText('You need admin credentials to access this area.')).toBeVisible()
  await page.getByLabel('Email').fill('admin@aurelle.test')
  await page.getByLabel('Password', { exact: true }).fill('admin-demo-2026')
  await page.getByRole('button', { name: /sign in/i }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await expect(page.getByText('Welcome back, Rowan').first()).toBeVisible()
  for (const card of ['Total Products', 'Categories', 'Total Orders', 'Customers', 'Revenue', 'Low Stock']) {
    await expect(page.getByText(card).first()).toBeVisible()
  }
})
