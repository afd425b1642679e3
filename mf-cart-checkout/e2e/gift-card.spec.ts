import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import {
  addToCartByForm,
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  uniqueEmail,
  open,
  pay,
} from '../../e2e/steps'

const amountIn = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''))

async function toPayment(page: Page, code: string, email: string) {
  await addToCartByForm(page, 'atelier-gift-box')
  await open(page, '/checkout')
  await fillCheckout(page, email)
  await chooseDelivery(page, 'Express')
  await page.getByRole('button', { name: 'Gift card', exact: true }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Gift card' })
  await expect(field).toBeFocused()
  await field.fill(code.toLowerCase().replace(/(.{4})/g, '$1 '))
  await field.press('Enter')
  await expect(page.getByRole('button', { name: `Remove gift card ending ${code.slice(-4)}` })).toBeFocused()
  await continueToPayment(page)
  await expect(page).toHaveURL(/\/checkout\/payment/)
}

test('a gift card pays part of one order, all of another, and no more than its balance', async ({
  adult: page,
  staff,
}) => {
  const email = uniqueEmail('card')
  const small = await staff.issueGiftCard(1000)
  await toPayment(page, small, email)
  const due = amountIn(await page.getByRole('button', { name: /^Pay £/ }).textContent())
  await pay(page)
  await expect(page).toHaveURL(/\/checkout\/success/)
  await expect(page.getByText(`Gift card ending ${small.slice(-4)}`)).toBeVisible()
  const [first] = await staff.ordersOf(email)
  expect(first).toMatchObject({ gift_card_amount: 10 })
  expect(first?.total).toBeCloseTo(due + 10, 5)

  const large = await staff.issueGiftCard(50_000)
  const second = uniqueEmail('whole')
  await toPayment(page, large, second)
  await expect(page.getByText('Your gift card covers everything. Just place your order.')).toBeVisible()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/checkout\/success/)
  const [whole] = await staff.ordersOf(second)
  expect(whole?.gift_card_amount).toBe(whole?.total)

  await addToCartByForm(page, 'atelier-gift-box')
  await open(page, '/checkout')
  await page.getByRole('button', { name: 'Gift card', exact: true }).click()
  await page.getByRole('textbox', { name: 'Gift card' }).fill(small)
  await page.getByRole('button', { name: 'Apply gift card code' }).click()
  await expect(page.getByText('This gift card has been used up.')).toBeVisible()
})
