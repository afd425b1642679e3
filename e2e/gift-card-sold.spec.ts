import { expect } from '@playwright/test'
import { addToCart, fillCheckout, started, test } from './shop'

/** Texts of the letters that the embedded backend's mailbox holds for an address, with these words in their subject. */
async function lettersTo(baseURL: string | undefined, address: string, subject: string): Promise<string[]> {
  const { supabaseUrl }: { supabaseUrl: string } = await (await fetch(`${baseURL ?? ''}/config.json`)).json()
  const letters: { to: string; subject: string; text: string }[] = await (await fetch(`${supabaseUrl}/mailbox.json`)).json()
  return letters.filter((letter) => letter.to === address && letter.subject === subject).map(({ text }) => text)
}

const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/

test('a gift card is bought, its code arrives by letter, and pays for an order', async ({ adult: page, staff, baseURL }, info) => {
  const stamp = `${info.project.name.replace(/\W/g, '')}-${String(Date.now())}`
  const giver = `giver-${stamp}@example.test`
  const friend = `friend-${stamp}@example.test`
  await page.goto('/gift-cards')
  await started(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('Enter whole pounds from £25 to £500')).toBeVisible()
  await page.getByLabel('Amount in pounds').fill('50')
  await page.getByLabel("Recipient's email").fill(friend)
  await page.getByLabel('Message').fill('For a quiet evening')
  await page.getByLabel('Your first name').fill('Imogen')
  await page.getByLabel('Your last name').fill('Hale')
  await page.getByLabel('Your email').fill(giver)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText(`By e-mail to ${friend}, as soon as it is paid`)).toBeVisible()
  await page.getByRole('button', { name: 'Pay £50.00' }).click()
  await expect(page.getByText(`The gift card goes to ${friend} within a few minutes.`)).toBeVisible()
  expect(await staff.ordersOf(giver)).toMatchObject([{ total: 50, tax_amount: 0, payment_status: 'succeeded' }])

  await expect.poll(async () => (await lettersTo(baseURL, friend, 'A gift card for you')).join(), { timeout: 30_000 }).toMatch(code)
  const [letter = ''] = await lettersTo(baseURL, friend, 'A gift card for you')
  expect(letter).toContain('For a quiet evening')
  await addToCart(page, 'atelier-gift-box')
  await page.goto('/checkout')
  await started(page)
  await fillCheckout(page, friend)
  await page.getByRole('radio', { name: /Express/ }).check({ force: true })
  await page.getByRole('button', { name: 'Gift card', exact: true }).click()
  await page.getByRole('textbox', { name: 'Gift card' }).fill(code.exec(letter)?.[0] ?? '')
  await page.getByRole('button', { name: 'Apply gift card code' }).click()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('button', { name: 'Pay £0.00' }).click()
  await expect(page).toHaveURL(/\/checkout\/success/)
  const [order] = await staff.ordersOf(friend)
  expect(order?.gift_card_amount).toBe(order?.total)
})
