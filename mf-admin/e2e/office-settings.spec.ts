import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { staffCalls } from '../../e2e/staff-calls'
import { open, signInStaff } from '../../e2e/steps'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Opens a setting by the list's search and its link. */
async function openSetting(page: Page, label: string, action: 'Change' | 'View' = 'Change') {
  await open(page, '/admin/settings')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill(label)
  await expect(page).toHaveURL(/[?&]q=/)
  await page.getByRole('link', { name: `${action} ${label}`, exact: true }).click()
  await expect(dialog(page, label)).toBeVisible()
  return dialog(page, label)
}

test('a setting that staff change is what shoppers see, and goes back to its default', async ({
  adult: page,
  staff,
}) => {
  const label = '“Low Stock” in the shop'
  await staff.setStock('moss-balm', 8)
  try {
    await signInStaff(page, 'admin')
    const form = await openSetting(page, label)
    await form.getByLabel(/pieces/).fill('8')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Setting saved')).toBeVisible()
    const row = page.getByRole('listitem').filter({ hasText: label })
    await expect(row).toContainText('Changed')
    await expect(row).toContainText('8 pieces')
    await expect(async () => {
      await open(page, '/products/moss-balm')
      await expect(page.getByText('Low Stock', { exact: true }).first()).toBeVisible({ timeout: 1000 })
    }).toPass()

    const again = await openSetting(page, label)
    await again.getByRole('button', { name: 'Back to the default' }).click()
    await expect(page.getByText('Setting saved')).toBeVisible()
    await expect(row).not.toContainText('Changed')
    await expect(async () => {
      await open(page, '/products/moss-balm')
      await expect(page.getByText('In stock', { exact: true }).first()).toBeVisible({ timeout: 1000 })
    }).toPass()
  } finally {
    const call = await staffCalls(page.request, 'super_admin')
    await call('DELETE', 'shop_settings?key=eq.stock.lowMax')
    await call('POST', 'shop_settings', { key: 'stock.lowMax', value: 5 })
  }
})

test('a setting of money says what shoppers will see, and is saved once that is confirmed', async ({
  adult: page,
  staff,
}) => {
  try {
    await signInStaff(page)
    const form = await openSetting(page, 'Prices with VAT')
    await form.getByRole('radio', { name: /^In the cart only/ }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    const question = dialog(page, 'Change “Prices with VAT”?')
    await expect(question.getByRole('row', { name: /^A price/ })).toContainText('£31.60, £37.92 incl. VAT')
    await expect(question).toContainText('The law requires UK shops')
    await question.getByRole('button', { name: 'Change it' }).click()
    await expect(page.getByText('Setting saved')).toBeVisible()
    await expect(async () => {
      await open(page, '/products/moss-balm')
      await expect(page.getByText(/^List price/).first()).toBeVisible()
      expect(await page.getByRole('main').textContent()).not.toContain('incl. VAT')
    }).toPass()
  } finally {
    await staff.setSetting('pricing.showVatInclusive', true)
  }
})
