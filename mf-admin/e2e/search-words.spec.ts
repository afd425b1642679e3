import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open, signInStaff } from '../../e2e/steps'

test('staff say what a word of shoppers means; the next search knows it, until the entry is deleted', async ({
  adult: page,
}) => {
  await signInStaff(page)
  await open(page, '/admin/search-words')
  await expect(page.getByRole('heading', { level: 1, name: 'Search Words' })).toBeVisible()
  await page.getByRole('link', { name: 'Add search words' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add search words' })
  await dialog.getByLabel('Shoppers type').fill('gadzook, wizzle bits,')
  await dialog.getByLabel('The shop says').fill('ostrich feather')
  await dialog.getByRole('button', { name: 'Create Entry' }).click()
  await expect(page.getByText('Entry created successfully.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'gadzook, wizzle bits' })).toContainText(
    'ostrich feather',
  )

  const shopper = await page.context().newPage()
  for (const typed of ['gadzooks', 'wizzle bits']) {
    await shopper.goto(`/search?q=${encodeURIComponent(typed)}`)
    await expect(shopper.getByRole('main').getByRole('link', { name: 'Plume Ostrich Feather' })).toBeVisible()
  }

  await page.getByRole('button', { name: 'Delete gadzook' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Entry deleted successfully.')).toBeVisible()
  // What is searched for again is answered from memory until the web server hears of the change.
  const again = async () => (await shopper.request.get('/search?q=gadzooks')).text()
  await expect.poll(again).toContain('No products found')
  await shopper.goto('/search?q=gadzooks')
  await expect(shopper.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await shopper.close()
})
