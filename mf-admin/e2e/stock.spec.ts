import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { signInStaff } from '../../e2e/steps'

test('staff see the stock of a product by size, change it, and read what happened', async ({
  visitor: page,
  staff,
}) => {
  await staff.addSizes('counted-robe', 'Counted Robe', { S: 1, M: 20 })
  await signInStaff(page)
  await page.goto('/admin/products?q=Counted')
  await page.getByRole('button', { name: 'More for Counted Robe' }).click()
  await page.getByRole('menuitem', { name: 'Stock' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stock of Counted Robe' })).toBeVisible()

  await page.getByRole('button', { name: 'Change stock of Counted Robe, M' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change stock of Counted Robe, M' })
  await expect(dialog).toContainText('20 in stock.')
  await dialog.getByText('Adjusted').click()
  await dialog.getByLabel('Change by').fill('-21')
  await dialog.getByRole('button', { name: 'Update stock' }).click()
  await expect(dialog.getByText('20 in stock', { exact: false }).last()).toBeVisible()
  // A rejected value gets the focus back.
  await expect(dialog.getByLabel('Change by')).toBeFocused()
  await dialog.getByLabel('Change by').fill('-2')
  await dialog.getByLabel('Note').fill('Moth holes')
  await dialog.getByRole('button', { name: 'Update stock' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'counted-robe-M' })).toContainText('18')
  await expect(page.getByRole('listitem').filter({ hasText: 'Adjusted, M' })).toContainText(
    'Rowan Ashby: Moth holes',
  )
  expect(await staff.stockOf('counted-robe')).toBe(19)
})

test('the dashboard’s low stock leads to what it counts', async ({ visitor: page, staff }) => {
  await staff.addSizes('scarce-robe', 'Scarce Robe', { S: 0, M: 50 })
  await signInStaff(page)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Low Stock' }).click()
  const low = page.getByRole('row').filter({ hasText: 'Scarce Robe' })
  await expect(low).toHaveCount(1)
  await expect(low).toContainText('scarce-robe-S')
  await low.getByRole('button', { name: 'Change stock of Scarce Robe, S' }).click()
  await page.getByLabel('Change by').fill('60')
  await page.getByRole('button', { name: 'Update stock' }).click()
  await expect(page.getByText('Scarce Robe, S: 60 in stock.')).toBeVisible()
  await expect(low).toHaveCount(0)
})
