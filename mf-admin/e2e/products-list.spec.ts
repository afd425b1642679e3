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

async function openList(page: Page, query: string, role?: 'moderator'): Promise<void> {
  await signInStaff(page, role)
  await page.goto(`/admin/products?${query}`)
  const first = page.getByRole('table', { name: 'Products' }).getByText('Piece').first()
  await expect(first).toBeVisible({ timeout: 30_000 })
}

async function choose(page: Page, product: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${product}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
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

test('a product is deleted after a question, and the focus stays in the list', async ({ visitor: page }) => {
  await openList(page, 'q=listed-&sort=name')
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

test('an archived product leaves the list, and Undo brings it back active', async ({ visitor: page }) => {
  await openList(page, 'q=listed-&sort=name')
  await choose(page, 'Piece 003', 'Archive')
  await expect(page.getByText('“Piece 003” left the shop. Orders keep it.')).toBeVisible()
  await expect(row(page, 'Piece 003')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Piece 003').getByText('Active', { exact: true })).toBeVisible()
})

test('prices of many change and change back', async ({ visitor: page }) => {
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
})

test('what somebody else changed meanwhile is left alone and listed', async ({ visitor: page, staff }) => {
  await openList(page, 'q=listed-&sort=name')
  await page.getByRole('checkbox', { name: 'Select Piece 001' }).check()
  await page.getByRole('checkbox', { name: 'Select Piece 002' }).check()
  await staff.setBarcode(`${category}-001`, '4006381333931')
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const report = page.getByRole('dialog', { name: '1 product not changed' })
  await expect(report).toContainText('Piece 001: somebody else changed it meanwhile.')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Piece 001').getByText('Active', { exact: true })).toBeVisible()
  await expect(row(page, 'Piece 002').getByText('Inactive', { exact: true })).toBeVisible()
})

test('the keyboard selects rows, opens menus and forms', async ({ visitor: page }) => {
  await openList(page, 'q=listed-&sort=name')
  await page.getByRole('checkbox', { name: 'Select Piece 001' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('3 selected')).toBeHidden()

  await page.getByRole('button', { name: 'More for Piece 001' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Stock' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Goes with' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More for Piece 001' })).toBeFocused()
  await page.getByRole('link', { name: 'Piece 001', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/product=/)
})

test('a moderator reads the products, and a change that is refused says why', async ({ visitor: page }) => {
  await openList(page, 'q=listed-&sort=name', 'moderator')
  await expect(page.getByRole('button', { name: /^(Delete|More for)/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Edit|Add product|Import)/ })).toHaveCount(0)

  // As if the right had been withdrawn since.
  await page.route('**/rest/v1/rpc/my_rights*', (route) => route.fulfill({ json: ['catalogue'] }))
  await page.reload()
  await page.getByRole('button', { name: 'Delete Piece 001' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/^Failed to delete product\. Please try again\. \S+/)).toBeVisible()
  await expect(row(page, 'Piece 001')).toBeVisible()
})
