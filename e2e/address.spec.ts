import { expect } from '@playwright/test'
import { test } from './shop'
import { chooseDelivery, continueToPayment, openCheckout, pay, signIn } from './steps'

test('a customer who bought before finds the address filled in; the postal code is put in shape and its price explained', async ({
  adult: page,
}) => {
  await signIn(page)
  const street = `${String(Date.now())} Linden Mews`
  for (const first of [true, false]) {
    await openCheckout(page, 'atelier-gift-box')
    await expect(page.getByLabel('Email')).toHaveValue('shopper@aurelle.test')
    if (first) {
      await page.getByLabel('First name').fill('Imogen')
      await page.getByLabel('Last name').fill('Hale')
      await page.getByLabel('Address line 1').fill(street)
      await page.getByLabel('City').fill('Kirkwall')
      await page.getByLabel('Postal code', { exact: true }).fill('kw151aa')
      await page.getByLabel('Postal code', { exact: true }).blur()
      await expect(
        page.getByText(/KW15 1AA is in .+: what we charge for delivery is \d+% higher there\./),
      ).toBeVisible()
    }
    await expect(page.getByLabel('Address line 1')).toHaveValue(street)
    await expect(page.getByLabel('City')).toHaveValue('Kirkwall')
    await expect(page.getByLabel('Postal code', { exact: true })).toHaveValue('KW15 1AA')
    await chooseDelivery(page, 'Standard')
    await continueToPayment(page)
    await pay(page)
    await expect(page).toHaveURL(/\/checkout\/success/)
  }
})
