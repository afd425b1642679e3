import { expect, type Page } from '@playwright/test'
import { png } from './png'
import { test } from '../../e2e/shop'
import { open, signInStaff } from '../../e2e/steps'

test.beforeEach(async ({ page }) => {
  await signInStaff(page)
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Opens the form of a new category, and fills its name in. */
async function add(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Add Category' }).first().click()
  await page.getByLabel('Category Name').fill(name)
}

test('a category from its creation to its deletion, by keyboard', async ({ adult: page }) => {
  await open(page, '/admin/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  await page.getByRole('link', { name: 'Add Category' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Add Category')).toBeVisible()
  await page.getByLabel('Category Name').focus()
  await page.keyboard.type('Wax & Wick')
  await expect(page.getByLabel('Slug')).toHaveValue('wax-wick')
  await page.getByLabel(/^Description/).fill('Candles and what they stand in.')
  await page.getByRole('switch', { name: 'Active' }).press('Space')
  await page.getByLabel('Category Name').press('Enter')
  await expect(page.getByText('Category created successfully.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Category' })).toBeFocused()

  const wax = row(page, 'Wax & Wick')
  await expect(wax).toContainText('wax-wick')
  await expect(wax).toContainText('Candles and what they stand in.')
  await expect(wax).toContainText('Inactive')
  await expect(wax.getByRole('cell').nth(2)).toHaveText(/^0/)

  // Newest first, so it is above the others; the arrow keys come back to it.
  await wax.getByRole('link', { name: 'Edit Wax & Wick' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await expect(wax.getByRole('link', { name: 'Edit Wax & Wick' })).toBeFocused()
  await page.keyboard.press('e')
  await expect(dialog(page, 'Edit Category')).toBeVisible()
  await page.getByLabel('Category Name').fill('Wax')
  await page.getByLabel(/^Description/).fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Category updated successfully.')).toBeVisible()
  await expect(row(page, 'Wax')).toContainText('No description')
  await expect(page.getByRole('link', { name: 'Edit Wax' })).toBeFocused()

  await page.getByRole('button', { name: 'Delete Wax' }).press('Enter')
  await expect(
    page.getByText('Are you sure you want to delete "Wax"? This action cannot be undone.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Category deleted successfully.')).toBeVisible()
  await expect(row(page, 'Wax')).toHaveCount(0)
})

test('a picture is checked, uploaded by the save, and shown again; a category with products is not deleted, and its address follows its name', async ({
  adult: page,
  staff,
}) => {
  await staff.addCategory('pottery', 2)
  await open(page, '/admin/categories')
  await add(page, 'Brass')
  const file = page.getByLabel('Category Image')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'image/png', buffer: Buffer.from('words') })
  await expect(page.getByText('Invalid file type')).toBeVisible()
  await expect(page.getByText('Only JPEG, PNG, and WebP images are allowed.')).toBeVisible()
  await file.setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await expect(page.getByText('File too large')).toBeVisible()
  await file.setInputFiles({ name: 'brass.png', mimeType: 'image/png', buffer: png(400) })
  await page.getByLabel('Alt text').fill('A brass bowl')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await expect(page.getByText('Upload successful')).toBeVisible()
  await expect(page.getByText('Category created successfully.')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Brass' }).click()
  const preview = page.getByRole('img', { name: 'A brass bowl' })
  await expect(preview).toBeVisible()
  expect(
    await preview.evaluate((image: HTMLImageElement) => image.decode().then(() => image.currentSrc)),
  ).toMatch(/\/storage\/v1\/object\/public\/category-images\/.+-320\.webp$/)
  await page.getByRole('button', { name: 'Remove image' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Category updated successfully.')).toBeVisible()
  await staff.removeCategory('brass')

  const pottery = row(page, 'pottery').first()
  await expect(pottery.getByRole('cell').nth(2)).toContainText('2')
  await expect(pottery.getByRole('button', { name: /^Delete/ })).toBeDisabled()
  await pottery.getByRole('link', { name: /^Edit/ }).click()
  await page.getByLabel('Category Name').fill('Stoneware')
  await expect(page.getByLabel('Slug')).toHaveValue('stoneware')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('link', { name: 'Edit Stoneware' })).toBeVisible()
  await open(page, '/categories/stoneware')
  await expect(page.getByRole('heading', { level: 1, name: 'Stoneware' })).toBeVisible()
  await staff.removeCategory('pottery')
  await staff.removeCategory('stoneware')
})
