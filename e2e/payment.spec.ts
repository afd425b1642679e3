import { expect } from '@playwright/test'
import { addToCart, fillCheckout, started, test } from './shop'

test('a declined payment is told, takes nothing, and the second try succeeds', async ({ adult: page, staff }, info) => {
  const email = `declined-${info.project.name}-${String(Date.now())}@example.test`
  const before = await staff.stockOf('atelier-gift-box')
  await addToCart(page, 'atelier-gift-box')
  await page.goto('/checkout')
  await started(page)
  await fillCheckout(page, email)
  await page.getByRole('radio', { name: /Express/ }).check({ force: true })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByText('Test the shop').click()
  await page.getByRole('checkbox', { name: 'Decline this payment' }).check({ force: true })
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByText('Payment Failed')).toBeVisible()
  await expect(page.getByText('There was an error processing your payment. Please try again.')).toBeVisible()
  expect(await staff.ordersOf(email)).toEqual([])
  expect(await staff.stockOf('atelier-gift-box')).toBe(before)
  await page.getByRole('checkbox', { name: 'Decline this payment' }).uncheck({ force: true })
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page).toHaveURL(/\/checkout\/success/)
  expect(await staff.ordersOf(email)).toHaveLength(1)
})
