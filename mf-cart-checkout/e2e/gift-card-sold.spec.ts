import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import {
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  emailsTo,
  uniqueEmail,
  open,
  openCheckout,
} from '../../e2e/steps'

const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/

/** The texts of the gift card emails. */
async function cardsFor(baseURL: string | undefined, address: string): Promise<string[]> {
  const emails = await emailsTo(baseURL, address)
  return emails.filter(({ subject }) => subject === 'A gift card for you').map(({ text }) => text)
}

test('a gift card is bought, its code arrives by email, and pays for an order', async ({
  adult: page,
  staff,
  baseURL,
}) => {
  const giver = uniqueEmail('giver')
  const friend = uniqueEmail('friend')
  const pinned = async () => (await page.context().cookies()).filter(({ name }) => name === 'aurelle_set')
  await open(page, '/gift-cards')
  await continueToPayment(page)
  await expect(page.getByText('Enter whole pounds from £25 to £500')).toBeVisible()
  await page.getByLabel('Amount in pounds').fill('50')
  await page.getByLabel('Recipient’s email').fill(friend)
  await page.getByLabel('Message').fill('For a quiet evening')
  await page.getByLabel('Your first name').fill('Imogen')
  await page.getByLabel('Your last name').fill('Hale')
  await page.getByLabel('Your email').fill(giver)
  await continueToPayment(page)
  await expect(page.getByText(`By email to ${friend}, as soon as it is paid`)).toBeVisible()
  // The payment ends in the release set that it began in.
  await expect.poll(pinned).toHaveLength(1)
  await page.getByRole('button', { name: 'Pay £50.00' }).click()
  await expect(page.getByText(`The gift card goes to ${friend} within a few minutes.`)).toBeVisible()
  await expect.poll(pinned).toHaveLength(0)
  expect(await staff.ordersOf(giver)).toMatchObject([
    { total: 50, tax_amount: 0, payment_status: 'succeeded' },
  ])

  await expect.poll(async () => (await cardsFor(baseURL, friend)).join(), { timeout: 30_000 }).toMatch(code)
  const [email = ''] = await cardsFor(baseURL, friend)
  expect(email).toContain('For a quiet evening')
  await openCheckout(page, 'atelier-gift-box')
  await fillCheckout(page, friend)
  await chooseDelivery(page, 'Express')
  await page.getByRole('button', { name: 'Gift card', exact: true }).click()
  await page.getByRole('textbox', { name: 'Gift card' }).fill(code.exec(email)?.[0] ?? '')
  await page.getByRole('button', { name: 'Apply gift card code' }).click()
  await continueToPayment(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/checkout\/success/)
  const [order] = await staff.ordersOf(friend)
  expect(order?.gift_card_amount).toBe(order?.total)
})
