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

/** Adds a category without products by its form. */
async function create(page: Page, name: string): Promise<void> {
  await open(page, '/admin/categories')
  await add(page, name)
  await page.getByRole('button', { name: 'Create Category' }).click()
  await expect(page.getByText('Category created successfully.')).toBeVisible()
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
  await page.getByLabel('Description').fill('Candles and what they stand in.')
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
  await page.getByLabel('Description').fill('')
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

test('a category with products is not deleted, and its address follows its name', async ({
  adult: page,
  staff,
}) => {
  await staff.addCategory('pottery', 2)
  await open(page, '/admin/categories')
  const pottery = row(page, 'pottery').first()
  await expect(pottery.getByRole('cell').nth(2)).toContainText('2')
  await expect(pottery.getByRole('button', { name: /^Delete/ })).toBeDisabled()
  await pottery.getByRole('link', { name: /^Edit/ }).click()
  await page.getByLabel('Category Name').fill('Stoneware')
  await expect(page.getByLabel('Slug')).toHaveValue('stoneware')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Category updated successfully.')).toBeVisible()
  await open(page, '/categories/stoneware')
  await expect(page.getByRole('heading', { level: 1, name: 'Stoneware' })).toBeVisible()
  await staff.removeCategory('pottery')
  await staff.removeCategory('stoneware')
})

test('a product that was added meanwhile keeps the category', async ({ adult: page, staff }) => {
  await staff.addCategory('lanterns', 1)
  await page.route(
    '**/rest/v1/rpc/office_categories*',
    async (route) => {
      const answer = await route.fetch()
      const categories: { slug: string; product_count: number }[] = await answer.json()
      const before = categories.map((each) => ({
        ...each,
        ...(each.slug === 'lanterns' && { product_count: 0 }),
      }))
      await route.fulfill({ response: answer, json: before })
    },
    { times: 1 },
  )
  await open(page, '/admin/categories')
  await page.getByRole('button', { name: 'Delete lanterns' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Cannot Delete', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Cannot delete category with products assigned. Move or delete products first.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete lanterns' })).toBeDisabled()
  await staff.removeCategory('lanterns')
})

test('the fields say what is wrong with them', async ({ adult: page }) => {
  await open(page, '/admin/categories')
  await add(page, '  ')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await expect(page.getByLabel('Category Name')).toBeFocused()
  await page.getByLabel('Category Name').fill('Amber')
  await page.getByLabel('Slug').fill('Not a slug')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await expect(page.getByText(/^Use lowercase letters, digits and single hyphens/)).toBeVisible()
  await page.getByLabel('Slug').fill('accessories')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await expect(page.getByText('The address "accessories" is already in use. Choose another.')).toBeVisible()
  await expect(page.getByLabel('Slug')).toBeFocused()
})

test('a picture is checked, uploaded by the save, and shown again', async ({ adult: page, staff }) => {
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
})

test('two people who change the same category both see it', async ({
  adult: page,
  browser,
  baseURL,
  staff,
}) => {
  await staff.addCategory('organza', 0)
  const other = await (await browser.newContext({ baseURL })).newPage()
  await signInStaff(other, 'admin')
  for (const each of [page, other]) {
    await open(each, '/admin/categories')
    await each.getByRole('link', { name: 'Edit organza' }).click()
  }
  await other.getByLabel('Description').fill('Deep and soft.')
  await other.getByRole('switch', { name: 'Active' }).press('Space')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByText('Category updated successfully.')).toBeVisible()

  await page.getByLabel('Description').fill('Woven in Lyon.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = page.getByRole('region', { name: 'Somebody else changed this' })
  await expect(conflict).toBeFocused()
  await expect(conflict).toContainText('Taken over from them: Active.')
  await conflict.getByRole('radio', { name: /^Keep mine.*Woven in Lyon\./ }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Category updated successfully.')).toBeVisible()
  await expect(row(page, 'organza')).toContainText('Woven in Lyon.')
  await expect(row(page, 'organza')).toContainText('Inactive')
  await other.context().close()
  await staff.removeCategory('organza')
})

test('what was typed is not lost without a question', async ({ adult: page }) => {
  await open(page, '/admin/categories')
  await add(page, 'Amber')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Your changes have not been saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Category Name')).toHaveValue('Amber')
  await page.goBack()
  await expect(page.getByText('Your changes have not been saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(dialog(page, 'Add Category')).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/categories$/)
})

test('failures say what failed', async ({ adult: page, staff }) => {
  await create(page, 'Amber')
  await page.route('**/rest/v1/rpc/*_categor*', (route) => route.abort())
  await page.getByRole('button', { name: 'Delete Amber' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Failed to delete category. Please try again.')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Amber' }).click()
  await page.getByLabel('Description').fill('Resin.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to save category. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Resin.')

  await page.route('**/rest/v1/rpc/office_categories*', (route) => route.abort())
  await page.goto('/admin/categories')
  await expect(page.getByText('Failed to load categories.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Amber')).toBeVisible()
  await staff.removeCategory('amber')
})
