import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import {
  addToCartByForm,
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  open,
  pay,
  signInStaff,
  uniqueEmail,
} from '../../e2e/steps'

async function enterCode(page: Page, code: string): Promise<void> {
  await addToCartByForm(page, 'atelier-gift-box')
  await open(page, '/checkout')
  await page.getByRole('button', { name: 'Promotion code', exact: true }).click()
  await page.getByRole('textbox', { name: 'Promotion code' }).fill(code)
  await page.getByRole('button', { name: 'Apply promotion code' }).click()
}

test('a code that staff make is used by a shopper, listed with its order, ended, put back, ended again and rejected', async ({
  adult: page,
}) => {
  const code = `Fern${String(Date.now())}`
  await signInStaff(page)
  await open(page, '/admin/dashboard')
  await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Promotions' })
    .click()
  await page.getByRole('link', { name: 'Add promotion' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add promotion' })
  await form.getByRole('textbox', { name: 'Code' }).fill(code)
  await form.getByLabel('Per cent').fill('25')
  await form.getByLabel('Minimum cart value').fill('10')
  await form.getByLabel('Uses in all').fill('3')
  const example = form.getByRole('region', { name: 'Example' })
  await expect(example).toContainText('−£25.00')
  await example.getByLabel('Goods for').fill('5')
  await expect(example).toContainText('Refused: the cart is below £10.00.')
  await form.getByRole('button', { name: 'Create promotion' }).click()
  await expect(page.getByText('Promotion created successfully.')).toBeVisible()

  await enterCode(page, code.toLowerCase())
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  await fillCheckout(page, uniqueEmail('fern'))
  await chooseDelivery(page, 'Express')
  await continueToPayment(page)
  await pay(page)
  await expect(page).toHaveURL(/\/checkout\/success/)

  await open(page, `/admin/promotions?q=${code}`)
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('1 of 3')
  await expect(row).toContainText('Live')
  await row.getByRole('link', { name: code }).click()
  const edited = page.getByRole('dialog', { name: 'Edit promotion' })
  await expect(edited.getByRole('link', { name: /^AM\d{8}-\d{4,}$/ })).toHaveCount(1)
  await edited.getByRole('button', { name: 'End now' }).click()
  // The offer to undo goes after ten seconds.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`“${code}” has its former end.`)).toBeVisible()
  await expect(row).toContainText('Live')
  await row.getByRole('button', { name: `End now: ${code}` }).click()
  await expect(row).toContainText('Ended')

  await enterCode(page, code)
  await expect(page.getByText('This code has ended.')).toBeVisible()
})
