import { expect } from '@playwright/test'
import { shopper, signInAs } from '../../e2e/people'
import { test } from '../../e2e/shop'
import { chooseDelivery, continueToPayment, openCheckout, pay, uniqueEmail } from '../../e2e/steps'

test('a customer who bought before finds the address filled in; the postcode is put in shape', async ({
  adult: page,
}) => {
  const email = uniqueEmail('address')
  await shopper(page, email)
  await signInAs(page, email)
  const street = `${String(Date.now())} Linden Mews`
  for (const first of [true, false]) {
    await openCheckout(page, 'atelier-gift-box')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    if (first) {
      await page.getByLabel('First name').fill('Imogen')
      await page.getByLabel('Last name').fill('Hale')
      await page.getByLabel('Address line 1').fill(street)
      await page.getByLabel('Town or city').fill('Kirkwall')
      await page.getByLabel('Postcode', { exact: true }).fill('kw151aa')
      await page.getByLabel('Postcode', { exact: true }).blur()
      await expect(page.getByText(/^Delivering to KW15 1AA/)).toBeVisible()
    }
    await expect(page.getByLabel('Address line 1')).toHaveValue(street)
    await expect(page.getByLabel('Town or city')).toHaveValue('Kirkwall')
    await expect(page.getByLabel('Postcode', { exact: true })).toHaveValue('KW15 1AA')
    await chooseDelivery(page, 'Standard')
    await continueToPayment(page)
    await pay(page)
    await expect(page).toHaveURL(/\/checkout\/success/)
  }
})
