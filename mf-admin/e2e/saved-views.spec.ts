import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { signInStaff } from '../../e2e/steps'

const views = (page: Page) => page.getByRole('button', { name: /^View(s$|: )/ })
const sheet = (page: Page) => page.getByRole('menu')

async function openOrders(page: Page, path = '/admin/orders'): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible()
}

test('a view is saved, opens the list, is shared, renamed and deleted, and comes back', async ({
  visitor: page,
}) => {
  const name = `Waiting ${String(Date.now())}`
  const renamed = `${name}, renamed`
  await signInStaff(page, 'admin')
  await openOrders(page, '/admin/orders?status=pending&payment=succeeded&page=2')
  await views(page).click()
  await sheet(page).getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  // As in every dialog, though the list's buttons stand at the end of their line.
  await expect(dialog).toHaveCSS('text-align', 'start')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByText('Open the list with this view').click()
  await dialog.getByText('Share with all staff').click()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(views(page)).toHaveText(`View: ${name}`)

  // Opened without filters the list shows it; cleared it shows everything.
  await openOrders(page)
  await expect(page).toHaveURL('/admin/orders?payment=succeeded&status=pending')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/orders')
  await expect(views(page)).toHaveText('Views')

  await views(page).click()
  await sheet(page)
    .getByRole('menuitem', { name: new RegExp(`^Change “${name}”`) })
    .click()
  const change = page.getByRole('dialog', { name: 'Change view' })
  await change.getByLabel('Name').fill(renamed)
  await change.getByText('Open the list with this view').click()
  await change.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('View changed')).toBeVisible()

  // Somebody else may use it, and no more.
  await signInStaff(page, 'moderator')
  await openOrders(page)
  await expect(views(page)).toHaveText('Views')
  await views(page).click()
  await expect(sheet(page).getByRole('menuitem', { name: new RegExp(`^Change “${name}`) })).toHaveCount(0)
  await sheet(page)
    .getByRole('menuitem', { name: new RegExp(`^${renamed}`) })
    .click()
  await expect(page).toHaveURL('/admin/orders?payment=succeeded&status=pending')

  await signInStaff(page, 'admin')
  await openOrders(page)
  await views(page).click()
  await sheet(page)
    .getByRole('menuitem', { name: new RegExp(`^Change “${renamed}”`) })
    .click()
  await page
    .getByRole('dialog', { name: 'Change view' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await expect(page.getByText(`View “${renamed}” deleted`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await views(page).click()
  await expect(sheet(page).getByRole('menuitem', { name: new RegExp(`^${renamed}`) })).toBeVisible()
})
