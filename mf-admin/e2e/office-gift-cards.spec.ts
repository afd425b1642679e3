import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import {
  addToCartByForm,
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  emailsTo,
  open,
  pay,
  signInStaff,
  uniqueEmail,
} from '../../e2e/steps'

test('a card that staff send is read in the email, spent by a shopper, listed with its ledger, and voided', async ({
  adult: page,
  baseURL,
}) => {
  const recipient = uniqueEmail('present')
  await signInStaff(page)
  await open(page, '/admin/gift-cards')
  await page.getByRole('link', { name: 'Issue gift card' }).first().click()
  const form = page.getByRole('dialog', { name: 'Issue gift card' })
  await form.getByLabel('Amount').fill('15')
  await form.getByLabel('Recipient’s email').fill(recipient)
  await form.getByLabel('Recipient’s name').fill('Imogen')
  await form.getByLabel('Message').fill('With our apologies')
  await form.getByRole('button', { name: 'Issue and send' }).click()
  await expect(page.getByText(`The gift card is on its way to ${recipient}.`)).toBeVisible()

  await expect.poll(() => emailsTo(baseURL, recipient)).toHaveLength(1)
  const [email] = await emailsTo(baseURL, recipient)
  expect(email?.text).toContain('Imogen, here is your gift card.')
  expect(email?.text).toContain('With our apologies')
  const code = /Code: ([0-9A-Z-]{24})/.exec(email?.text ?? '')?.[1] ?? 'no code'
  const hint = code.slice(-4)

  await addToCartByForm(page, 'atelier-gift-box')
  await open(page, '/checkout')
  await fillCheckout(page, uniqueEmail('spender'))
  await chooseDelivery(page, 'Express')
  await page.getByRole('button', { name: 'Gift card', exact: true }).click()
  await page.getByRole('textbox', { name: 'Gift card' }).fill(code)
  await page.getByRole('button', { name: 'Apply gift card code' }).click()
  await expect(page.getByRole('button', { name: `Remove gift card ending ${hint}` })).toBeVisible()
  await continueToPayment(page)
  await pay(page)
  await expect(page).toHaveURL(/\/checkout\/success/)

  await open(page, '/admin/gift-cards')
  const search = page.getByRole('searchbox', { name: 'Last four characters or order number' })
  await search.fill(code)
  // A whole code is money: only its end is searched for.
  await expect(page).toHaveURL(new RegExp(`q=${hint}$`))
  const row = page.getByRole('row').filter({ hasText: recipient })
  await expect(row).toContainText('Spent')
  await row.getByRole('link', { name: `Gift card ending ${hint}` }).click()
  const card = page.getByRole('dialog', { name: `Gift card ending ${hint}` })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(card.getByRole('listitem').first()).toContainText('−£15.00')
  await expect(card.getByRole('listitem').first()).toContainText('Balance £0.00')
  await expect(card.getByRole('link', { name: /^AM\d{8}-\d{4,}$/ })).toBeVisible()

  await card.getByRole('button', { name: 'Void this card' }).click()
  const question = page.getByRole('dialog', { name: `Void the card ending ${hint}?` })
  await question.getByLabel('Reason').fill('Sent to the wrong person')
  await question.getByRole('button', { name: 'Void card' }).click()
  await expect(card).toContainText('Sent to the wrong person')
  await expect(card.getByRole('button', { name: 'Void this card' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Close' }).last().click()
  await expect(row).toContainText('Void')
})
