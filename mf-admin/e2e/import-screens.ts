import { expect, type Page } from '@playwright/test'
import { visit, type Screen } from '../../e2e/screens'
import { open, signInStaff } from '../../e2e/steps'

/** Opens the import with a file: one line to add, one with an error, and a column that no name tells. */
async function openImport(page: Page): Promise<void> {
  await signInStaff(page)
  await open(page, '/admin/products/import')
  const text =
    'name,sku,price,Colour\nNew piece,NEW-1,12.50,Red\nNo price,NEW-2,free,\nRiva Pebble,AM-TOY-001,111,\n'
  const file = { name: 'pieces.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await expect(page.getByText('pieces.csv: 3 lines')).toBeVisible()
}

async function checkImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('2 lines would be imported, 1 line with errors left out.')).toBeVisible()
}

function importVisit(): Screen {
  // Ends the call for the lines, which nothing answers meanwhile.
  let interrupt = () => {}
  return visit(
    {
      name: 'the import of products, with the columns of a file',
      open: openImport,
    },
    { name: 'the import of products, checked', open: checkImport },
    {
      name: 'the import of products, under way',
      async open(page) {
        const interrupted = new Promise<void>((resolve) => (interrupt = resolve))
        await page.route('**/rest/v1/rpc/import_products*', async (route) => {
          await interrupted
          await route.abort()
        })
        await page.getByRole('button', { name: 'Import 2 lines' }).click()
        await expect(page.getByRole('progressbar')).toBeVisible()
      },
    },
    {
      name: 'the import of products, stopped',
      async open(page) {
        interrupt()
        await expect(page.getByRole('button', { name: 'Import again' })).toBeVisible()
      },
    },
    {
      name: 'the import of products, a file that cannot be read',
      async open(page) {
        await openImport(page)
        const file = { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('name,price') }
        await page.getByLabel('CSV file').setInputFiles(file)
        await expect(page.getByRole('alert')).toContainText('This file has no rows.')
      },
    },
  )
}

/** The import of products from a file, in its states. */
export const importScreens = [importVisit()]
