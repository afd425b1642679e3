import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import {
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  openCheckout,
  pay,
  uniqueEmail,
} from '../../e2e/steps'

/** Buys a gift box. @returns the order number */
async function buy(page: Page, email: string): Promise<string> {
  await openCheckout(page, 'atelier-gift-box')
  await fillCheckout(page, email)
  await chooseDelivery(page, 'Standard')
  await continueToPayment(page)
  await pay(page)
  await expect(page).toHaveURL('/checkout/success')
  const number = /AM\d{8}-\d{4,}/.exec(
    await page
      .getByText(/AM\d{8}-\d{4,}/)
      .first()
      .innerText(),
  )?.[0]
  if (!number) throw new Error('the confirmation names no order')
  return number
}

/** Looks the parcel up by this contact, and waits for the answer: a form that looks something up takes no other look-up. */
async function track(page: Page, contact: string) {
  const response = page.waitForResponse(/rpc\/track_order/)
  await page.getByLabel('Email or postcode').fill(contact)
  await page.getByLabel('Email or postcode').press('Enter')
  await response
  await expect(page.getByRole('button', { name: 'Track', exact: true })).toBeEnabled()
}

test('a guest tracks the parcel by postcode; a wrong one finds nothing', async ({ adult: page, staff }) => {
  const email = uniqueEmail('track')
  const number = await buy(page, email)

  await page.getByRole('link', { name: 'Track your order' }).click()
  await expect(page).toHaveTitle(/^Track Your Order/)
  await expect(page.getByLabel('Order number')).toHaveValue(number)
  await track(page, 'sw1a1aa')
  await expect(page.getByText('We are preparing your parcel.', { exact: false })).toBeVisible()

  await staff.sendParcel(number)
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByText('In transit', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Delivery progress' })).toHaveAttribute(
    'aria-valuenow',
    '75',
  )
  await expect(page.getByText('RM998877665GB')).toBeVisible()
  await expect(page.getByText('4 March 2031')).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('time') }),
  ).toHaveText([
    /Sorted for delivery.*3 January 2026 at 07:30, Croydon/s,
    /Handed to the carrier.*2 January 2026 at 09:00/s,
    /Order placed/,
  ])

  await track(page, email.toUpperCase())
  await expect(page.getByText('RM998877665GB')).toBeVisible()
  await track(page, 'BA1 1AA')
  await expect(page.getByText('Order not found. Please check your order number and try again.')).toBeVisible()
  await expect(page.getByText('RM998877665GB')).toBeHidden()
})
