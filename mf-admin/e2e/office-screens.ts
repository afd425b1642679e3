import { expect, type Page } from '@playwright/test'
import { openEdit, placeOrder, sendPaymentLink } from '../../e2e/order-steps'
import { openAsStaff, showsInOffice } from './open-as-staff'
import { peopleScreens } from './people-screens'
import { visit, type Screen } from '../../e2e/screens'
import { goInside, open, openIdle, signInStaff } from '../../e2e/steps'

/** Opens the form of a product with variants from the list. */
async function openProduct(page: Page): Promise<void> {
  await goInside(page, '/admin/products?q=AM-ACC-008')
  await page.getByRole('link', { name: 'Hours Silk Robe', exact: true }).click()
}

const plain = (name: string, path: string, says: string | RegExp): Screen => ({
  name,
  open: (page) => openAsStaff(page, path, says),
})

/** The screens of the back office, and the states in which they look different. */
export const officeScreens: Screen[] = [
  visit(
    {
      name: 'orders in the back office',
      async open(page) {
        await placeOrder(page, { quantity: 2 })
        await openAsStaff(page, '/admin/orders', 'Order Management')
        await expect(page.getByRole('link', { name: /^AM\d/ }).first()).toBeVisible()
      },
    },
    {
      name: 'orders that are sent together',
      async open(page) {
        await page.getByRole('checkbox', { name: /AM\d/ }).first().click()
        await page.getByRole('button', { name: 'Mark as sent' }).click()
        await expect(page.getByRole('dialog', { name: 'Mark as sent' }).getByLabel(/^AM\d/)).toBeVisible()
      },
    },
    {
      name: 'the takings of today',
      open: (page) => openAsStaff(page, '/admin/takings', 'By rate of VAT'),
    },
    {
      name: 'the details of an order in the back office',
      async open(page) {
        await goInside(page, '/admin/orders')
        await page.getByRole('link', { name: 'View Details' }).first().click()
        await showsInOffice(page, 'Manual Status Override')
        await expect(page.getByText('Payment received')).toBeVisible()
      },
    },
    {
      name: 'a status of an order that is chosen and not applied',
      async open(page) {
        await page.getByLabel('Order Status', { exact: true }).selectOption('Cancelled')
        await expect(page.getByText('Not applied yet. If you apply it:')).toBeVisible()
      },
    },
    {
      name: 'the form of a parcel, with what is left to send',
      async open(page) {
        await page.getByRole('button', { name: 'Add shipment' }).click()
        await expect(page.getByText('2 left to send')).toBeVisible()
      },
    },
    {
      name: 'the edit of an order, with what goes back',
      async open(page) {
        const edit = await openEdit(page, new URL(page.url()).searchParams.get('order') ?? '')
        await edit.getByLabel('Pieces').fill('1')
        await expect(edit.getByText('To refund')).toBeVisible()
      },
    },
    { name: 'an order with an edit that waits for its payment', open: sendPaymentLink },
  ),
  visit(
    {
      name: 'the dashboard of the back office',
      async open(page) {
        await signInStaff(page)
        await openIdle(page, '/admin/dashboard')
      },
    },
    {
      name: 'sign out everywhere',
      async open(page) {
        const menu = page.getByRole('button', { name: 'Toggle sidebar' })
        await expect(menu).toBeVisible()
        if ((await menu.getAttribute('aria-expanded')) === 'false') await menu.click()
        await page.getByRole('button', { name: 'End all sessions' }).click()
        await expect(page.getByRole('dialog', { name: 'Sign out everywhere?' })).toBeVisible()
      },
    },
    {
      name: 'categories in the back office',
      async open(page) {
        await page.keyboard.press('Escape')
        await openAsStaff(page, '/admin/categories', 'Luxury Toys')
      },
    },
    {
      name: 'the form of a category, with mistakes',
      async open(page) {
        await goInside(page, '/admin/categories?category=new')
        await page.getByRole('button', { name: 'Create Category' }).click()
        await expect(page.getByText('Please enter a name.')).toBeVisible()
      },
    },
    {
      name: 'a category that somebody else changed',
      async open(page) {
        const changed = 'Changed by somebody else.'
        await page.route('**/rest/v1/rpc/save_category*', async (route) => {
          const { p_id: id }: { p_id: string } = route.request().postDataJSON()
          const record = {
            id,
            name: 'Accessories',
            slug: 'accessories',
            description: changed,
            image_url: null,
          }
          const texts = { image_alt: '', seo_title: null, seo_description: null }
          await route.fulfill({
            status: 409,
            json: {
              code: 'PT409',
              message: 'Someone has changed this category since you opened it.',
              hint: 'stale_version',
              details: JSON.stringify({ ...record, ...texts, is_active: true, version: 99, position: 1 }),
            },
          })
        })
        await goInside(page, '/admin/categories')
        await page.getByRole('link', { name: 'Edit Accessories' }).click()
        await page.getByLabel(/^Description/).fill('Changed by me.')
        await page.getByRole('button', { name: 'Save Changes' }).click()
        await expect(page.getByText(changed)).toBeVisible()
      },
    },
    {
      name: 'the question before a category is deleted',
      async open(page) {
        await page.route('**/rest/v1/rpc/office_categories*', async (route) => {
          const response = await route.fetch()
          const categories: object[] = await response.json()
          await route.fulfill({ json: categories.map((each) => ({ ...each, product_count: 0 })) })
        })
        await open(page, '/admin/categories')
        await page.getByRole('button', { name: 'Delete Accessories' }).click()
        await expect(page.getByRole('dialog', { name: 'Delete category' })).toBeVisible()
      },
    },
  ),
  visit(
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
        await expect(page.getByLabel('Product Name')).toHaveValue('Hours Silk Robe')
        await expect(page.getByRole('list', { name: 'Variants' })).toBeVisible()
      },
    },
    {
      name: 'selected products and their menu',
      async open(page) {
        await openAsStaff(page, '/admin/products?sort=name', 'Atelier Gift Box')
        await page.getByRole('checkbox', { name: 'Select Atelier Gift Box' }).check()
        await page.getByRole('button', { name: 'More for the selected products' }).click()
        await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible()
      },
    },
    {
      name: 'the change of many prices',
      async open(page) {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Change price' }).click()
        await page.getByRole('spinbutton', { name: 'Percent' }).fill('10')
      },
    },
    {
      name: 'the stock of a product',
      async open(page) {
        await open(page, '/admin/products?q=Silk+Robe')
        await page.getByRole('button', { name: 'More for Hours Silk Robe' }).click()
        await page.getByRole('menuitem', { name: 'Stock' }).click()
        await expect(page.getByText('Received, S').first()).toBeVisible()
      },
    },
    {
      name: 'a scanned variant',
      open: (page) => openAsStaff(page, '/admin/scan?code=AM-ACC-008-M', 'Print label'),
    },
    {
      name: 'labels to print',
      async open(page) {
        await page.getByRole('link', { name: 'Print label', exact: true }).click()
        await expect(page.getByRole('list', { name: 'Sheet 1 of 1' })).toBeVisible()
      },
    },
  ),
  visit(
    {
      name: 'not found in the back office',
      async open(page) {
        await signInStaff(page, 'moderator')
        await openIdle(page, '/admin/nowhere')
      },
    },
    {
      name: 'the form of a product that may only be read',
      async open(page) {
        await openProduct(page)
        await expect(page.getByRole('term').filter({ hasText: 'Product Name' })).toBeVisible()
      },
    },
  ),
  ...peopleScreens,
  visit(
    plain('QR code of the store', '/admin/qr-code', 'Store code'),
    plain('inventory scan', '/admin/scan', 'Nothing scanned yet'),
    plain('a scanned product with variants', '/admin/scan?code=AM-ACC-008', 'Which one is it?'),
    plain('an unknown code', '/admin/scan?code=4006381333931', 'Unknown code'),
    plain('the import of products, without a file', '/admin/products/import', 'Choose a file'),
    plain('what goes together', '/admin/products/companions', 'What goes together'),
    plain('products in the back office', '/admin/products?sort=name', 'Atelier Gift Box'),
    plain('products that no filter matches', '/admin/products?q=nothing&stock=out', 'No products found'),
    plain('low stock', '/admin/low-stock', /at or below their threshold$/),
    plain('stock of no product', '/admin/stock', 'This product does not exist'),
    plain(
      'orders in the back office, none found',
      '/admin/orders?q=nobody&payment=failed',
      'No orders found',
    ),
    plain('an order that there is not', '/admin/orders?order=AM20200101-9999', 'No such order'),
    plain('orders to mark as sent', '/admin/orders/sent', '1. The file'),
    plain('papers of no orders', '/admin/orders/print', 'No orders chosen'),
    plain('takings of a day without orders', '/admin/takings?from=2020-01-01', 'Nothing was taken'),
    plain('search words', '/admin/search-words', 'Shoppers type'),
    plain('parcels', '/admin/parcels', /^[0-9]+ on their way$/),
    plain('reviews in the back office', '/admin/reviews', 'Reviews'),
    plain('labels to print, none yet', '/admin/scan?labels=', 'No labels yet'),
  ),
]
