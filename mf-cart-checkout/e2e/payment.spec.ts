import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import {
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  uniqueEmail,
  openCheckout,
  pay,
} from '../../e2e/steps'

// No other test buys it.
const slug = 'vesper-bedside-dish'

test('a declined payment shows a message and changes nothing, and the second attempt succeeds', async ({
  adult: page,
  staff,
}) => {
  const email = uniqueEmail('declined')
  const before = await staff.stockOf(slug)
  await openCheckout(page, slug)
  await fillCheckout(page, email)
  await chooseDelivery(page, 'Express')
  await continueToPayment(page)
  await page.getByText('Test the shop').click()
  await page.getByRole('checkbox', { name: 'Decline this payment' }).check({ force: true })
  await pay(page)
  await expect(page.getByText('Payment Failed')).toBeVisible()
  await expect(page.getByText('There was an error processing your payment. Please try again.')).toBeVisible()
  expect(await staff.ordersOf(email)).toEqual([])
  expect(await staff.stockOf(slug)).toBe(before)
  await page.getByRole('checkbox', { name: 'Decline this payment' }).uncheck({ force: true })
  await pay(page)
  await expect(page).toHaveURL(/\/checkout\/success/)
  expect(await staff.ordersOf(email)).toHaveLength(1)
})
