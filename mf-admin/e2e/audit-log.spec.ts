import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { signInStaff } from '../../e2e/steps'

test('a change made in the browser is in the log: who, what, before and after', async ({ page }) => {
  const text = `Wipe with a soft cloth ${String(Date.now())}`
  await signInStaff(page, 'admin')
  await page.goto('/admin/categories')
  await page.getByRole('link', { name: 'Edit Luxury Toys' }).click()
  await page.getByLabel('Description').fill(text)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Category updated successfully.')).toBeVisible()

  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Audit Log' }).click()
  const list = page.getByRole('list', { name: 'Changes' })
  const entry = list.getByRole('listitem').filter({ hasText: text })
  await expect(entry).toContainText('Imogen Vale changed category Luxury Toys')
  await expect(entry.getByRole('row').filter({ hasText: 'Description' })).toContainText(text)

  // Another person, then this one, by subject.
  await page.getByLabel('Person', { exact: true }).selectOption('Jude Fenn')
  await expect(entry).toHaveCount(0)
  await page.getByLabel('Person', { exact: true }).selectOption('Imogen Vale')
  await page.getByLabel('Subject', { exact: true }).selectOption('Categories')
  await expect(page).toHaveURL(/actor=[0-9a-f-]{36}/)
  await expect(page).toHaveURL(/subject=categories/)
  await expect(entry).toHaveCount(1)
  await page.reload()
  await expect(entry).toHaveCount(1)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No changes found')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: To 1 Jan 2020' }).click()
  await entry.getByRole('link', { name: 'Luxury Toys' }).click()
  await expect(page.getByLabel('Description')).toHaveValue(text)
})

test('the log leads on to older entries and back', async ({ page }) => {
  await signInStaff(page)
  // More than a page, each an entry of its own.
  await page.goto('/robots.txt')
  const { supabaseUrl, supabaseKey }: { supabaseUrl: string; supabaseKey: string } = await (
    await page.request.get('/config.json')
  ).json()
  const session = await page.evaluate(() => localStorage.getItem('aurelle_staff') ?? '{}')
  const { access_token: token }: { access_token: string } = JSON.parse(session)
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}` }
  for (let index = 0; index < 26; index += 1) {
    const answer = await page.request.patch(`${supabaseUrl}/rest/v1/categories?name=eq.Luxury%20Toys`, {
      headers,
      data: { image_alt: `A picture ${String(index)} of ${String(Date.now())}` },
    })
    expect(answer.ok()).toBe(true)
  }
  await page.goto('/admin/audit?subject=categories')
  const list = page.getByRole('list', { name: 'Changes' })
  const entries = list.locator('> li')
  await expect(entries).toHaveCount(25)
  const newest = (await entries.first().textContent()) ?? ''
  const oldestShown = (await entries.last().textContent()) ?? ''
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Older' }).click()
  await expect(page).toHaveURL(/before=\d+/)
  await expect(entries.filter({ hasText: oldestShown })).toHaveCount(0)
  await pages.getByRole('link', { name: 'Newer' }).click()
  await expect(entries.first()).toHaveText(newest)
  await expect(entries).toHaveCount(25)
  await page.goBack()
  await expect(page).toHaveURL(/before=\d+/)
})
