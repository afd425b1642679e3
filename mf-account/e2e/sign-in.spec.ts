import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

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
