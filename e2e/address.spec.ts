import { expect } from '@playwright/test'
import { addToCart, started, test } from './shop'

test('a customer who bought before finds the address filled in; the postal code is put in shape and its price explained', async ({ adult: page }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').first().fill('shopper@aurelle.test')
  await page.getByLabel('Password', { exact: true }).first().fill('shopper-demo-2026')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('You have successfully signed in.')).toBeVisible()
  const street = `${String(Date.now())} Linden Mews`
  for (const first of [true, false]) {
    await addToCart(page, 'atelier-gift-box')
    await page.goto('/checkout')
    await started(page)
    await expect(page.getByLabel('Email')).toHaveValue('shopper@aurelle.test')
    if (first) {
      await page.getByLabel('First name').fill('Imogen')
      await page.getByLabel('Last name').fill('Hale')
      await page.getByLabel('Address line 1').fill(street)
      await page.getByLabel('City').fill('Kirkwall')
      await page.getByLabel('Postal code', { exact: true }).fill('kw151aa')
      await page.getByLabel('Postal code', { exact: true }).blur()
      await expect(page.getByText(/KW15 1AA is in .+: what we charge for delivery is \d+% higher there\./)).toBeVisible()
    }
    await expect(page.getByLabel('Address line 1')).toHaveValue(street)
    await expect(page.getByLabel('City')).toHaveValue('Kirkwall')
    await expect(page.getByLabel('Postal code', { exact: true })).toHaveValue('KW15 1AA')
    await page.getByRole('radio', { name: /Standard/ }).check({ force: true })
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await expect(page).toHaveURL(/\/checkout\/success/)
  }
})
