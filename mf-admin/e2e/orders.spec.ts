import { expect, type Page } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { test } from '../../e2e/shop'
import { open, signInStaff, uniqueEmail } from '../../e2e/steps'

const details = (page: Page, number: string) => page.getByRole('dialog', { name: number })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply', exact: true }).click()
const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })

test('the dashboard leads to the orders; one is found, opened and set by hand', async ({
  visitor: page,
  staff,
}) => {
  await staff.setStock('moss-balm', 40)
  const email = uniqueEmail('orders')
  const number = await placeOrder(page, { email, slug: 'moss-balm', quantity: 2 })
  expect(await staff.stockOf('moss-balm')).toBe(38)
  await signInStaff(page)
  await open(page, '/admin/dashboard')
  await page.getByRole('link', { name: 'Process Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible()
  await page.getByRole('searchbox').fill(email.slice(0, -5))
  await expect(page).toHaveURL(/q=orders-/)
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  const row = rowOf(page, number)
  await expect(row).toContainText(email)
  await expect(row).toContainText(/[A-Z][a-z]{2} \d{2}, \d{4} \d{2}:\d{2}/)
  await expect(row).toContainText('Succeeded')

  await row.getByRole('link', { name: 'View Details' }).click()
  await expect(page).toHaveURL(new RegExp(`order=${number}`))
  const dialog = details(page, number)
  await expect(dialog.getByText('quantity 2')).toBeVisible()
  await expect(dialog.getByText('14 Linden Mews').first()).toBeVisible()
  await expect(dialog.getByText('Payment received')).toBeVisible()
  await expect(dialog.getByText('Stock -2')).toBeVisible()

  await dialog.getByLabel('Order Status').selectOption('Cancelled')
  await expect(dialog.getByText('2 pieces go back into stock.')).toBeVisible()
  expect(await staff.stockOf('moss-balm')).toBe(38)
  await apply(page)
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
  await dialog.getByLabel('Payment Status').selectOption('Refunded')
  await apply(page)
  await expect(page.getByText('Order payment status updated to refunded')).toBeVisible()
  await expect(dialog.getByText('Payment status: succeeded to refunded')).toBeVisible()
  await expect(dialog.getByText('by Rowan Ashby').first()).toBeVisible()
  await expect(dialog.getByText('Stock +2')).toBeVisible()
  expect(await staff.stockOf('moss-balm')).toBe(40)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(row).toContainText('Refunded')
  await page.getByLabel('Payment status', { exact: true }).selectOption('Failed')
  await expect(page.getByText('No orders found')).toBeVisible()
})

test('arrow keys choose a status and change nothing; applied by keyboard it is undone by keyboard, and no email is sent', async ({
  visitor: page,
  staff,
}) => {
  await staff.setStock('moss-balm', 40)
  const number = await placeOrder(page, { slug: 'moss-balm', quantity: 2 })
  await signInStaff(page)
  await open(page, `/admin/orders?order=${number}`)
  const dialog = details(page, number)
  const select = dialog.getByLabel('Order Status')
  await select.focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowDown')
  await expect(select).toHaveValue('cancelled')
  await expect(dialog.getByText(/^\w+ gets an email, 30 seconds after you apply\.$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Apply', exact: true })).toBeEnabled()
  expect(await staff.stockOf('moss-balm')).toBe(38)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Order status updated to cancelled')).toBeVisible()
  await expect(select).toBeFocused()
  expect(await staff.stockOf('moss-balm')).toBe(40)
  const queued = dialog.getByText(`Your order ${number}: cancelled`)
  await expect(queued).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The order is as it was before.')).toBeVisible()
  await expect(select).toHaveValue('pending')
  await expect(queued).toHaveCount(0)
  expect(await staff.stockOf('moss-balm')).toBe(38)
})

test('an order that comes in and one that changes are shown without a reload', async ({
  visitor: page,
  context,
}) => {
  const first = await placeOrder(page)
  await signInStaff(page)
  await open(page, '/admin/orders')
  await expect(rowOf(page, first)).toBeVisible()
  const second = await placeOrder(page)
  await expect(rowOf(page, second)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/admin/orders?order=${second}`)
  await details(other, second).getByLabel('Payment Status').selectOption('Failed')
  await apply(other)
  await expect(other.getByText('Order payment status updated to failed')).toBeVisible()
  await expect(rowOf(page, second)).toContainText('Failed')
})
