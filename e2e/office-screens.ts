import { expect, type Page } from '@playwright/test'
import type { Screen } from './screens'
import { open, signInStaff } from './steps'

async function openAsStaff(page: Page, path: string, says: string): Promise<void> {
  await signInStaff(page)
  await page.goto(path)
  await expect(page.getByText(says, { exact: true }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** Opens the form of a product with variants from the list. */
async function openProduct(page: Page, role: 'super_admin' | 'moderator' = 'super_admin'): Promise<void> {
  await signInStaff(page, role)
  await open(page, '/admin/products?q=AM-ACC-008')
  await page.getByRole('link', { name: 'Hours Silk Robe', exact: true }).click()
  await expect(page.getByLabel('Product Name')).toHaveValue('Hours Silk Robe')
}

const plain: [name: string, path: string, says: string][] = [
  ['QR code of the store', '/admin/qr-code', 'Store code'],
  ['inventory scan', '/admin/scan', 'Nothing scanned yet'],
  ['a scanned variant', '/admin/scan?code=AM-ACC-008-M', 'on hand'],
  ['a scanned product with variants', '/admin/scan?code=AM-ACC-008', 'Which one is it?'],
  ['an unknown code', '/admin/scan?code=4006381333931', 'Unknown code'],
  ['labels to print, none yet', '/admin/scan?labels=', 'No labels yet'],
]

/** The screens of the back office, and the states in which they look different. */
export const officeScreens: Screen[] = [
  {
    name: 'categories in the back office',
    async open(page) {
      await signInStaff(page)
      await open(page, '/admin/categories')
      await expect(page.getByRole('link', { name: /^Edit/ }).first()).toBeVisible()
    },
  },
  {
    name: 'the form of a category, with mistakes',
    async open(page) {
      await signInStaff(page)
      await open(page, '/admin/categories?category=new')
      await page.getByRole('button', { name: 'Create Category' }).click()
      await expect(page.getByText('Please enter a name.')).toBeVisible()
    },
  },
  {
    name: 'a category that somebody else changed',
    async open(page) {
      await signInStaff(page)
      const changed = 'Changed by somebody else.'
      await page.route('**/rest/v1/rpc/save_category*', async (route) => {
        const { p_id: id }: { p_id: string } = route.request().postDataJSON()
        const record = { id, name: 'Accessories', slug: 'accessories', description: changed, image_url: null }
        await route.fulfill({
          status: 409,
          json: {
            code: 'PT409',
            message: 'Someone has changed this category since you opened it.',
            hint: 'stale_version',
            details: JSON.stringify({ ...record, image_alt: '', is_active: true, version: 99 }),
          },
        })
      })
      await open(page, '/admin/categories')
      await page.getByRole('link', { name: 'Edit Accessories' }).click()
      await page.getByLabel('Description').fill('Changed by me.')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText(changed)).toBeVisible()
    },
  },
  {
    name: 'the question before a category is deleted',
    async open(page) {
      await signInStaff(page)
      await page.route('**/rest/v1/rpc/office_categories*', async (route) => {
        const answer = await route.fetch()
        const categories: object[] = await answer.json()
        await route.fulfill({ json: categories.map((each) => ({ ...each, product_count: 0 })) })
      })
      await open(page, '/admin/categories')
      await page.getByRole('button', { name: 'Delete Accessories' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete category' })).toBeVisible()
    },
  },
  {
    name: 'the form of a product, with mistakes',
    async open(page) {
      await signInStaff(page)
      await open(page, '/admin/products?product=new')
      await page.getByRole('button', { name: 'Create Product' }).click()
      await expect(page.getByText('Please enter the stock.')).toBeVisible()
    },
  },
  {
    name: 'the form of a product with variants',
    async open(page) {
      await openProduct(page)
      await expect(page.getByRole('list', { name: 'Variants' })).toBeVisible()
    },
  },
  {
    name: 'the form of a product that may only be read',
    async open(page) {
      await openProduct(page, 'moderator')
      await expect(page.getByLabel('Product Name')).toBeDisabled()
    },
  },
  ...plain.map(([name, path, says]) => ({ name, open: (page: Page) => openAsStaff(page, path, says) })),
  {
    name: 'labels to print',
    async open(page) {
      await openAsStaff(page, '/admin/scan?code=AM-ACC-008-M', 'on hand')
      await page.getByRole('link', { name: 'Print label' }).click()
      await expect(page.getByRole('list', { name: 'Sheet 1 of 1' })).toBeVisible()
    },
  },
]
