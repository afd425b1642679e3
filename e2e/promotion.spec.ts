import { expect } from '@playwright/test'
import { addToCart, fillCheckout, started, test } from './shop'

test('a promotion code is refused in words, applied, paid with, and used up for the next buyer', async ({ adult: page, staff }, info) => {
  const stamp = `${info.project.name.replace(/\W/g, '')}${String(Date.now())}`
  const code = `Moss${stamp}`.slice(0, 40)
  const email = `promotion-${stamp}@example.test`
  await staff.addPromotion({ code, kind: 'percent', percent: 10, uses_limit: 1 })
  await addToCart(page, 'atelier-gift-box')
  await page.goto('/checkout')
  await started(page)
  await fillCheckout(page, email)
  await page.getByRole('radio', { name: /Express/ }).check({ force: true })

  await page.getByRole('button', { name: 'Promotion code', exact: true }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Promotion code' })
  await expect(field).toBeFocused()
  await field.fill('no such code')
  await field.press('Enter')
  await expect(page.getByText('We do not know this code. Check how it is spelt.')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(code.toLowerCase())
  await field.press('Enter')
  await expect(page.getByRole('button', { name: `Remove promotion code ${code}` })).toBeFocused()
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()

  // What was entered outlives a refresh.
  await page.reload()
  await started(page)
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  const pay = page.getByRole('button', { name: /^Pay £/ })
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  const charged = Number((await pay.textContent())?.replace(/[^\d.]/g, ''))
  await pay.click()
  await expect(page).toHaveURL(/\/checkout\/success/)
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  const [order] = await staff.ordersOf(email)
  expect(order).toMatchObject({ promotion_code: code, total: charged })
  const { subtotal = 0, discount_amount = 0, tax_amount = 0, shipping_amount = 0 } = order ?? {}
  expect(discount_amount).toBeCloseTo(subtotal / 10, 1)
  expect(subtotal - discount_amount + tax_amount + shipping_amount).toBeCloseTo(charged, 5)

  await addToCart(page, 'atelier-gift-box')
  await page.goto('/checkout')
  await started(page)
  await expect(page.getByText(`Discount (${code})`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Promotion code', exact: true }).click()
  await page.getByRole('textbox', { name: 'Promotion code' }).fill(code)
  await page.getByRole('button', { name: 'Apply promotion code' }).click()
  await expect(page.getByText('This code has been used up.')).toBeVisible()
})
