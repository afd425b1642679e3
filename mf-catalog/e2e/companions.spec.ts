import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open, signInStaff } from '../../e2e/steps'

test.afterEach(async ({ staff }) => {
  await staff.removeCategory('together')
})

test('staff choose what goes with a product, in their order, and shoppers see it', async ({
  adult: page,
  staff,
}) => {
  await staff.addCategory('together', 1)
  await staff.setStock('together-001', 5)
  await signInStaff(page)
  await open(page, '/admin/products?q=together')
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Goes with' }).click()
  const dialog = page.getByRole('dialog', { name: /^Goes with/ })
  for (const name of ['Moss Balm', 'Halo Ring']) {
    await dialog.getByLabel('Find a product to add').fill(name)
    await dialog.getByRole('button', { name: `Add ${name}` }).click()
  }
  await dialog.getByRole('button', { name: 'Move Halo Ring up' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await open(page, '/products/together-001')
  await page.getByRole('heading', { level: 2, name: 'You may also need' }).scrollIntoViewIfNeeded()
  const needed = page.getByRole('region', { name: 'You may also need' })
  await expect(needed.getByRole('link')).toHaveText(['Halo Ring', 'Moss Balm'])
})
