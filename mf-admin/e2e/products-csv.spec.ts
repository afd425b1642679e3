import { expect, type Download, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { test } from '../../e2e/shop'
import { goInside, open, signInStaff } from '../../e2e/steps'

const mark = '\uFEFF'

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8')
}

/** Presses a button that saves a file. */
async function saved(page: Page, button: string): Promise<Download> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return download
}

async function exported(page: Page, list: string): Promise<{ name: string; text: string }> {
  await open(page, list)
  await expect(page.getByRole('table')).toBeVisible()
  const download = await saved(page, 'Export')
  return { name: download.suggestedFilename(), text: await textOf(download) }
}

const rowsOf = (text: string) =>
  Papa.parse<Record<string, string>>(text.replace(mark, ''), { header: true, skipEmptyLines: true }).data

/** Opens the import with a file of these rows. */
async function choose(page: Page, content: string | object[]): Promise<void> {
  await open(page, '/admin/products/import')
  const text = typeof content === 'string' ? content : Papa.unparse(content)
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'pieces.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByRole('heading', { name: '2. Its columns' })).toBeVisible()
}

const check = (page: Page) => page.getByRole('button', { name: 'Check the file' }).click()
const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text)).toBeVisible()

test('the whole catalogue comes back from its file as it is; an export can be cancelled', async ({
  visitor: page,
}) => {
  await signInStaff(page)
  const { name, text } = await exported(page, '/admin/products')
  expect(name).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
  expect(text.startsWith(mark)).toBe(true)
  const slugs = rowsOf(text).map(({ slug }) => slug)
  expect(slugs.filter((slug) => slug === 'hours-silk-robe').length).toBeGreaterThan(1)
  await choose(page, text)
  await check(page)
  await expectText(page, 'Nothing would change.')
  await expect(page.getByRole('heading', { name: 'Errors' })).toBeHidden()

  await page.route('**/rest/v1/rpc/export_products*', () => undefined)
  await goInside(page, '/admin/products')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Cancel export' }).click()
  await expectText(page, 'No file was saved.')
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
})

test('a filtered list is exported, edited, checked and imported; again nothing changes', async ({
  visitor: page,
  staff,
}) => {
  await staff.addCategory('csv', 2)
  await staff.addSizes('csv-robe', '=Csv robe', { S: 1, M: 0 })
  await signInStaff(page)
  const { text } = await exported(page, '/admin/products?q=csv-robe')
  expect(text).toContain("'=Csv robe")
  expect(text).not.toMatch(/(^|[,\n"])=Csv/)
  const rows = rowsOf(text)
  expect(rows.map(({ slug, sku }) => [slug, sku])).toEqual([
    ['csv-robe', 'csv-robe-S'],
    ['csv-robe', 'csv-robe-M'],
  ])
  const edited = rows.map((row) => ({ ...row, stock: String(Number(row.stock) + 4), brand: 'Csv House' }))
  await choose(page, [...edited, { slug: 'csv-001', price: '12.34', is_active: 'no' }])
  await check(page)
  await expectText(page, '3 lines would be imported.')
  expect(await staff.stockOf('csv-robe')).toBe(1)
  await expectText(page, 'Brand: empty → Csv House; Stock: 1 → 5')
  await page.getByRole('button', { name: 'Import 3 lines' }).click()
  await expectText(page, 'All 3 lines are done.')
  expect(await staff.stockOf('csv-robe')).toBe(9)

  await open(page, '/admin/products?q=Csv+robe')
  await expect(page.getByRole('row', { name: /=Csv robe/ })).toBeVisible()
  const again = await exported(page, '/admin/products?q=Csv+robe')
  await choose(page, again.text)
  await check(page)
  await expectText(page, 'Nothing would change.')
  await staff.removeCategory('csv')
})

test('every wrong line is named with its column, and the errors can be saved', async ({ visitor: page }) => {
  await signInStaff(page)
  await choose(page, [
    { name: 'Csv wrong price', price: 'free', category: '' },
    { name: 'Csv wrong room', price: '10', category: 'No such room' },
    { name: 'Csv right', price: '10', category: '' },
  ])
  await check(page)
  await expectText(page, '1 line would be imported, 2 lines with errors left out.')
  await expectText(page, 'Category: There is no category "No such room". Add it first.')
  await expect(page.getByRole('listitem').filter({ hasText: 'Csv wrong price' })).toContainText(
    /Line 2.*Price must be/,
  )
  const download = await saved(page, 'Download all')
  expect(download.suggestedFilename()).toBe('import-errors.csv')
  const lines = rowsOf(await textOf(download))
  expect(lines.map(({ Line, Name, Column }) => [Line, Name, Column])).toEqual([
    ['2', 'Csv wrong price', 'price'],
    ['3', 'Csv wrong room', 'category'],
  ])
})
