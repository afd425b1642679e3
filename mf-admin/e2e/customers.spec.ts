import { expect, type Page } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { realtimeSwitch, signUp } from '../../e2e/people'
import { test } from '../../e2e/shop'
import { signInStaff, uniqueEmail } from '../../e2e/steps'

const table = (page: Page) => page.getByRole('table', { name: 'Customers' })
const rowOf = (page: Page, email: string) => table(page).getByRole('row').filter({ hasText: email })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or email' })

test('staff find a customer by both names, read the profile and note something', async ({
  visitor: page,
}) => {
  const email = uniqueEmail('ottoline')
  await signUp(page, { email, first: 'Ottoline', last: 'Quennell' })
  await placeOrder(page, { email })

  await signInStaff(page)
  await page.goto('/admin/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Management' })).toBeVisible()
  await search(page).fill('quennell ottoline')
  await expect(page.getByText('Showing 1 to 1 of 1 customers', { exact: true })).toBeVisible()
  const row = rowOf(page, email)
  await expect(row).not.toContainText('Never')
  await row.getByRole('link', { name: 'View Ottoline Quennell' }).click()

  const drawer = page.getByRole('dialog', { name: 'Ottoline Quennell' })
  await expect(drawer.getByText('Age not verified')).toBeVisible()
  const order = drawer.getByRole('table', { name: 'Recent orders' }).getByRole('row').nth(1)
  // It was placed without signing in, with the confirmed address of an account: it belongs to that account.
  await expect(order).not.toContainText('As guest')
  await expect(drawer).toContainText('No addresses found for this customer.')
  await expect(page).toHaveURL(/customer=[0-9a-f-]{36}/)

  await drawer.getByLabel('Add a note').fill('Asked for discreet packaging.')
  await drawer.getByRole('button', { name: 'Add note' }).click()
  const note = drawer.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(note).toContainText('Asked for discreet packaging.')
  await expect(note).toContainText('Rowan Ashby')
  await page.reload()
  await expect(note).toContainText('Asked for discreet packaging.')
  await note.getByRole('button', { name: /^Delete note/ }).click()
  await page
    .getByRole('dialog', { name: 'Delete note' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await expect(drawer.getByText('No notes yet.')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/customer=/)
  await expect(search(page)).toHaveValue('quennell ottoline')
})

test('staff tag a guest and merge them into an account, which shows both as one', async ({
  visitor: page,
}) => {
  const email = uniqueEmail('cordelia')
  const other = uniqueEmail('cordelia.work')
  await signUp(page, { email, first: 'Cordelia', last: 'Ashgrove' })
  await placeOrder(page, { email: other })

  await signInStaff(page)
  await page.goto(`/admin/customers?q=${encodeURIComponent(other)}`)
  await rowOf(page, other).getByRole('link').first().click()
  const guest = page.getByRole('dialog').first()
  await guest.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit customer' })
  await form.getByLabel('Tags').fill('Press,')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  await expect(guest.getByText('press', { exact: true })).toBeVisible()
  await guest.getByRole('button', { name: 'Close' }).first().click()

  await search(page).fill(email)
  await rowOf(page, email).getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'Cordelia Ashgrove' })
  await drawer.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge Cordelia Ashgrove' })
  await dialog.getByRole('searchbox').fill(other)
  await dialog.getByRole('button', { name: `Compare with ${other}` }).click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Tick the box')
  await dialog.getByLabel('Both records are of the same person').check()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer.getByRole('list', { name: 'Merged records' })).toContainText(other)
  await expect(drawer.getByRole('table', { name: 'Recent orders' }).getByRole('row').nth(1)).toContainText(
    'As guest',
  )

  // The list finds one customer by either email, with the tag of the other.
  await page.goto(`/admin/customers?q=${encodeURIComponent(other)}&tag=press`)
  await expect(rowOf(page, email)).toContainText('press')
})

test('a list and a profile that do not load offer a retry', async ({ visitor: page }) => {
  const email = uniqueEmail('retried')
  await signUp(page, { email, first: 'Retried', last: 'Reader' })
  // Else the list is read again as soon as Realtime is there.
  await (await realtimeSwitch(page)).cut()
  await signInStaff(page)
  const fail = (name: string) =>
    page.route(`**/rest/v1/rpc/${name}*`, (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal error' } }),
    )
  await fail('office_customers')
  await page.goto(`/admin/customers?q=${encodeURIComponent(email)}`)
  await expect(page.getByText('The customers could not be loaded')).toBeVisible()
  await page.unroute('**/rest/v1/rpc/office_customers*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await fail('customer_profile')
  await page.getByRole('link', { name: 'Retried Reader', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('The profile could not be loaded')).toBeVisible()
  await page.unroute('**/rest/v1/rpc/customer_profile*')
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Retried Reader' })).toContainText(email)
})
