import { expect } from '@playwright/test'
import { openEdit, sendPaymentLink } from '../../e2e/order-steps'
import { test } from '../../e2e/shop'
import { open } from '../../e2e/steps'

test('an order is edited before it is sent: what is more is paid by a link, what is less goes back', async ({
  visitor: page,
  staff,
}) => {
  await staff.setStock('moss-balm', 40)
  const { number, path } = await sendPaymentLink(page)
  await open(page, path)
  await expect(page.getByText('3 × Moss Balm instead of 2')).toBeVisible()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByText(`Thank you. Your order ${number} has been changed.`)).toBeVisible()
  expect(await staff.stockOf('moss-balm')).toBe(37)

  const edit = await openEdit(page, number)
  await edit.getByLabel('Pieces').fill('1')
  const save = edit.getByRole('button', { name: /^Refund £[\d.]+ and Save$/ })
  await save.click()
  await expect(edit.getByText('Say why the order is edited.')).toBeVisible()
  await edit.getByLabel('Reason').fill('Only one after all')
  await save.click()
  await expect(page.getByText('The order has been changed, and the customer gets an email.')).toBeVisible()
  await expect(page.getByText('1 × Moss Balm instead of 3')).toBeVisible()
  expect(await staff.stockOf('moss-balm')).toBe(39)
})
