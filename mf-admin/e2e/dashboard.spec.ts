import { expect } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { test } from '../../e2e/shop'
import { open, signInStaff } from '../../e2e/steps'

test('the dashboard shows sales of a period as chart and table, and announces a new order', async ({
  visitor: page,
}) => {
  await signInStaff(page)
  await open(page, '/admin/dashboard')
  await expect(page.getByRole('radio', { name: /^Paid/ })).toBeChecked()
  await page.getByLabel('Period').selectOption('12 months')
  await expect(page).toHaveURL(/period=12m/)
  await page.getByText('Show as a table').click()
  const month = new Date().toLocaleDateString('en-GB', {
    month: 'short',
    year: 'numeric',
    timeZone: 'Europe/London',
  })
  await expect(page.getByRole('row', { name: new RegExp(`^${month}`) })).toBeVisible()
  await page.getByRole('radio', { name: /^Orders/ }).click()
  await expect(page).toHaveURL(/show=orders/)

  const number = await placeOrder(page)
  await expect(page.getByText('New order', { exact: true })).toBeVisible()
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeAttached()
  const activity = page.getByRole('list', { name: 'Latest changes of orders' })
  await activity.getByRole('link', { name: number }).first().click()
  await expect(page.getByRole('dialog', { name: number })).toBeVisible()
})
