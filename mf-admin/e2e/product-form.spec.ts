import { expect } from '@playwright/test'
import { add, choosePictures, edit, announced, hasPictures, openFirst, save } from './product-form-steps'
import { callAsService, sweep } from '../../e2e/service-calls'
import { test } from '../../e2e/shop'
import { open, signInStaff } from '../../e2e/steps'

test.beforeEach(async ({ page, staff }) => {
  await signInStaff(page)
  await staff.addCategory('formed', 1)
  await staff.setStock('formed-001', 9)
})
test.afterEach(async ({ staff }) => {
  await staff.removeCategory('formed')
})

test('a new product with two pictures and four variants, as a shopper sees it', async ({ adult: page }) => {
  const dialog = await add(page, 'Formed Robe')
  await expect(dialog.getByLabel('Slug')).toHaveValue('formed-robe')
  await dialog.getByLabel('Category').selectOption({ label: 'formed' })
  await dialog.getByLabel('Price (GBP)').first().fill('48.50')
  await choosePictures(page, 2)
  await hasPictures(page, 2)
  await page.getByLabel('Alt text of image 1').fill('The front')
  await page.getByLabel('Alt text of image 2').fill('The back')
  await page.getByRole('button', { name: 'Move image 2 up' }).click()
  for (const [place, values] of ['S, M', 'Plum, Moss'].entries()) {
    await dialog.getByRole('button', { name: 'Add option' }).click()
    const option = dialog.getByRole('group', { name: `Option ${String(place + 1)}` })
    await option.getByPlaceholder('Add a value').fill(values)
    await option.getByPlaceholder('Add a value').press('Enter')
  }
  await expect(dialog.getByText('Shoppers pay £45.98 (£38.32 before VAT).')).toHaveCount(4)
  await dialog.getByLabel('Stock of each').fill('2')
  await dialog.getByLabel('Stock of each').press('Enter')
  await dialog.getByLabel('Rename S', { exact: true }).fill('Small')
  await dialog.getByLabel('Rename S', { exact: true }).press('Enter')
  const variant = dialog.getByRole('group', { name: 'Small / Moss' })
  await variant.getByLabel('Stock Quantity').fill('3')
  await variant.getByLabel('Price (GBP)').first().fill('52')
  await variant.getByLabel('Picture').selectOption({ label: 'Picture 2: The front' })
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await announced(page, 'Product created successfully.')

  await open(page, '/products/formed-robe')
  await expect(page.getByRole('heading', { level: 1, name: 'Formed Robe' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The back' }).first()).toBeVisible()
  await expect(page.getByText('Small', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Moss', { exact: true }).first()).toBeVisible()
})

test('the fields say what is wrong with them, a failure stands above the buttons, and leaving asks first', async ({
  adult: page,
}) => {
  const dialog = await add(page, '  ')
  const create = dialog.getByRole('button', { name: 'Create Product' })
  await create.click()
  for (const message of ['Please enter a name.', 'Please enter a price.', 'Please enter the stock.'])
    await announced(page, message)
  await expect(page.getByLabel('Product Name')).toBeFocused()
  await page.getByLabel('Product Name').fill('Formed Vase')
  await dialog.getByLabel('Price (GBP)').first().fill('12.345')
  await dialog.getByLabel('Stock Quantity').fill('-1')
  await dialog.getByLabel('Barcode').fill('4006381333930')
  await dialog.getByLabel('Size guide', { exact: true }).fill('Size | Chest\nS')
  await create.click()
  await announced(page, 'Enter an amount in pounds, such as 24.50.')
  await announced(page, 'Enter a whole number, 0 or more.')
  await expect(dialog.getByText('The last digit should be 1. Please check the number.')).toBeVisible()
  await announced(page, 'Line 2 has 1 cells, the first line 2.')
  await dialog.getByLabel('Price (GBP)').first().fill('12.34')
  await dialog.getByLabel('Stock Quantity').fill('2')
  await dialog.getByLabel('Size guide', { exact: true }).fill('')
  await dialog.getByLabel('Slug').fill('formed-001')
  await create.click()
  await expect(dialog.getByLabel('Slug')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Slug')).toBeFocused()

  await page.route('**/rpc/save_product', (route) => route.abort())
  await create.click()
  const failure = page.getByText('Failed to save product. Please try again.')
  const [above, below] = [await failure.boundingBox(), await create.boundingBox()]
  expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)

  await page.keyboard.press('Escape')
  await announced(page, 'Your changes have not been saved.')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Product Name')).toHaveValue('Formed Vase')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(dialog).toBeHidden()
})

test('a renamed product answers at its former address, in the server and in the browser', async ({
  adult: page,
}) => {
  const dialog = await edit(page, 'formed')
  await page.getByLabel('Product Name').fill('Formed Lamp')
  await expect(dialog.getByLabel('Slug')).toHaveValue('formed-001')
  await dialog.getByLabel('Slug').fill('formed-lamp')
  await save(page)
  await announced(page, 'Product updated successfully.')
  const response = await page.request.get('/products/formed-001', { maxRedirects: 0 })
  expect([response.status(), new URL(response.headers().location ?? '', page.url()).pathname]).toEqual([
    301,
    '/products/formed-lamp',
  ])
  await open(page, '/products/formed-001')
  await expect(page).toHaveURL(/\/products\/formed-lamp$/)
})

test('a sale meanwhile is not a conflict, and no more than the remaining stock can be removed', async ({
  adult: page,
  staff,
}) => {
  const dialog = await edit(page, 'formed')
  await staff.setStock('formed-001', 2)
  await dialog.getByLabel('Stock Quantity').fill('5')
  await expect(dialog.getByText('Removes 4 from what is in stock when you save.')).toBeVisible()
  await save(page)
  await expect(dialog.getByText('Only 2 in stock: 4 cannot be taken.')).toBeVisible()
  await expect(dialog.getByLabel('Stock Quantity')).toHaveValue('')
  await dialog.getByLabel('Stock Quantity').fill('1')
  await save(page)
  await announced(page, 'Product updated successfully.')
  expect(await staff.stockOf('formed-001')).toBe(1)
})

test('a product goes live for shoppers at its time, with its texts for search results', async ({
  adult: page,
  shop,
}) => {
  const dialog = await edit(page, 'formed')
  await dialog.getByRole('switch', { name: 'Active' }).uncheck()
  await dialog.getByLabel('Goes live on').fill('2020-01-01T09:00')
  await dialog.getByLabel('SEO title').fill('A piece that was waited for')
  await save(page)
  await announced(page, 'This time has passed. Choose a later one, or make the product active.')
  await dialog.getByLabel('Goes live on').fill('2096-01-01T09:00')
  await save(page)
  await announced(page, 'Product updated successfully.')
  await expect(page.getByRole('row', { name: /Piece 001/ })).toContainText('Scheduled1 Jan 2096, 09:00')
  const status = async () => (await page.request.get('/products/formed-001')).status()
  await expect.poll(status).toBe(404)

  await callAsService(shop, 'PATCH', 'products?slug=eq.formed-001', { publish_at: '2020-01-01T09:00Z' })
  await sweep(shop)
  await expect.poll(status).toBe(200)
  await open(page, '/products/formed-001')
  await expect(page).toHaveTitle('A piece that was waited for | Aurelle & Moss')
  await expect(page.getByRole('heading', { level: 1, name: 'Piece 001' })).toBeVisible()
})

test('a moderator reads products and categories as text', async ({ adult: page }) => {
  await signInStaff(page, 'moderator')
  const dialog = await openFirst(page, 'formed')
  const valueOf = (term: string) => dialog.locator('dl').filter({ hasText: term }).getByRole('definition')
  await expect(valueOf('Product Name')).toHaveText('Piece 001')
  await expect(valueOf('Category')).toHaveText('formed')
  await expect(dialog.locator('input, textarea, select')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  const preview = dialog.getByRole('figure', { name: 'Preview of the search result' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect(preview).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await open(page, '/admin/categories')
  await page.getByRole('link', { name: 'formed', exact: true }).press('Enter')
  const category = page.getByRole('dialog', { name: 'Category', exact: true })
  await expect(category.locator('dl').filter({ hasText: 'Category Name' })).toContainText('formed')
  await expect(category.locator('input, textarea, select')).toHaveCount(0)
})
