import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { signInStaff } from '../../e2e/steps'

const category = 'listed'

test.beforeEach(async ({ staff }) => {
  await staff.removeCategory(category)
  await staff.addCategory(category, 30)
})
test.afterEach(({ staff }) => staff.removeCategory(category))

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const count = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()

async function openList(page: Page, query: string): Promise<void> {
  await signInStaff(page)
  await page.goto(`/admin/products?${query}`)
  const first = page.getByRole('table', { name: 'Products' }).getByText('Piece').first()
  await expect(first).toBeVisible({ timeout: 30_000 })
}

test('staff search, filter, sort and page through the products', async ({ visitor: page }) => {
  await openList(page, 'q=listed-')
  await count(page, '30 products')
  await page.getByRole('combobox', { name: 'Category' }).selectOption(category)
  await expect(page.getByRole('button', { name: `Remove filter: Category: ${category}` })).toBeVisible()
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Piece 001')
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Piece 030')
  await expect(page).toHaveURL(/sort=-price/)

  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(row(page, 'Piece 001')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(6)
  await page.reload()
  await expect(row(page, 'Piece 001')).toBeVisible()

  await page.getByRole('combobox', { name: 'Stock' }).selectOption('Out of stock')
  await count(page, '15 products')
  await page.getByRole('combobox', { name: 'Stock' }).selectOption('Low stock')
  await expect(row(page, 'Piece 030')).toBeVisible()
  // Checked once the URL says so, which `check` does not wait for.
  const withoutPicture = page.getByRole('checkbox', { name: 'Without picture' })
  await withoutPicture.click()
  await expect(withoutPicture).toBeChecked()
  await count(page, '15 products')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Inactive')
  await expect(page.getByText('No products found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/products\?sort=-price$/)

  await page.keyboard.press('/')
  await page.keyboard.type('listed-007')
  await count(page, '1 product')
  // A search replaces its place in the history, so that Back leads to the filters before it.
  await page.goBack()
  await expect(page.getByText('No products found')).toBeVisible()
  await expect(page).toHaveURL(/status=inactive/)
})

test('products are changed together, back and but for those that somebody else changed; one is deleted after a question', async ({
  visitor: page,
  staff,
}) => {
  await openList(page, 'q=listed-&sort=name')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Select all 30 that match' }).click()
  await expect(page.getByText('30 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Change price' }).click()
  const form = page.getByRole('dialog', { name: 'Change price' })
  await form.getByRole('spinbutton', { name: 'Percent' }).fill('10')
  await expect(form.getByText('£10.00 → £11.00')).toBeVisible()
  await form.getByRole('button', { name: 'Change price' }).click()
  await expect(page.getByText('30 products changed.')).toBeVisible()
  await expect(row(page, 'Piece 001')).toContainText('£11.00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('30 products as before.')).toBeVisible()
  await expect(row(page, 'Piece 001')).toContainText('£10.00')

  await page.getByRole('checkbox', { name: 'Select all on this page' }).uncheck()
  await page.getByRole('checkbox', { name: 'Select Piece 001' }).check()
  await page.getByRole('checkbox', { name: 'Select Piece 002' }).check()
  await staff.setBarcode(`${category}-001`, '4006381333931')
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const report = page.getByRole('dialog', { name: '1 product not changed' })
  await expect(report).toContainText('Piece 001: somebody else changed it meanwhile.')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Piece 001').getByText('Active', { exact: true })).toBeVisible()
  await expect(
    row(page, 'Piece 002').getByText('Inactive', { exact: true }).filter({ visible: true }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Delete Piece 002' }).click()
  const question = page.getByRole('dialog', { name: 'Delete product' })
  await expect(question).toContainText(
    'Are you sure you want to delete "Piece 002"? This action cannot be undone.',
  )
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Product deleted successfully.')).toBeVisible()
  await expect(row(page, 'Piece 002')).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Select Piece 003' })).toBeFocused()
})
