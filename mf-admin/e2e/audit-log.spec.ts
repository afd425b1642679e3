import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { signInStaff } from '../../e2e/steps'

test('a change made in the browser is in the log: who, what, before and after', async ({ page }) => {
  const text = `Wipe with a soft cloth ${String(Date.now())}`
  await signInStaff(page, 'admin')
  await page.goto('/admin/categories')
  await page.getByRole('link', { name: 'Edit Luxury Toys' }).click()
  await page.getByLabel(/^Description/).fill(text)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Category updated successfully.')).toBeVisible()

  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Audit Log' }).click()
  const list = page.getByRole('list', { name: 'Changes' })
  const entry = list.getByRole('listitem').filter({ hasText: text })
  await expect(entry).toContainText('Imogen Vale changed category Luxury Toys')
  await expect(entry.getByRole('row').filter({ hasText: 'Description' })).toContainText(text)

  // Another person, then this one, by subject.
  await page.getByLabel('Person', { exact: true }).selectOption('Jude Fenn')
  await expect(entry).toHaveCount(0)
  await page.getByLabel('Person', { exact: true }).selectOption('Imogen Vale')
  await page.getByLabel('Subject', { exact: true }).selectOption('Categories')
  await expect(page).toHaveURL(/actor=[0-9a-f-]{36}/)
  await expect(page).toHaveURL(/subject=categories/)
  await expect(entry).toHaveCount(1)
  await page.reload()
  await expect(entry).toHaveCount(1)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No changes found')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: To 1 Jan 2020' }).click()
  await entry.getByRole('link', { name: 'Luxury Toys' }).click()
  await expect(page.getByLabel(/^Description/)).toHaveValue(text)
})
