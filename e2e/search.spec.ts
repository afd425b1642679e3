import { expect } from '@playwright/test'
import { test } from './shop'
import { inTheDark, open } from './steps'

test('a visitor finds a product by half a word from the keyboard alone', async ({ adult: page }) => {
  await open(page, '/')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search products' })
  await expect(field).toBeFocused()
  await field.pressSequentially('pebb')
  await expect(dialog.getByRole('option', { name: /Riva Pebble/ })).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText(/\d suggestions?/)
  await page.keyboard.press('ArrowDown')
  const first = dialog.getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', String(await first.getAttribute('id')))
  await expect(field).toBeFocused()
  const to = String(await first.getAttribute('href'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(to)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the header opens the search, Escape closes it, Enter shows all results', async ({ adult: page }) => {
  await open(page, '/')
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await dialog.getByRole('combobox').fill('slik')
  await expect(dialog.getByRole('option', { name: 'All results for “slik”' })).toBeVisible()
  await dialog.getByRole('combobox').press('Enter')
  await expect(page).toHaveURL('/search?q=slik')
  await expect(page.getByRole('main').getByRole('link', { name: /Silk/ }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ products? for “slik”$/ })).toBeVisible()
})

test('a search has an address of its own that the server draws, and other words another one', async ({
  adult: page,
  request,
}) => {
  const answer = await request.get('/search?q=pebble')
  const html = await answer.text()
  expect(html).toContain('Riva Pebble')
  expect(html).toContain('noindex')
  await open(page, '/search?q=pebble')
  await expect(page.getByRole('link', { name: 'Riva Pebble' })).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Search products' })
  await field.fill('zzqxv')
  await field.press('Enter')
  await expect(page).toHaveURL('/search?q=zzqxv')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Riva Pebble' })).toBeVisible()
  await expect(field).toHaveValue('pebble')
})

test('the menu of a phone leads to the search', async ({ adult: page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL('/search')
  const field = page.getByRole('searchbox', { name: 'Search products' })
  await field.fill('balm')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('link', { name: 'Moss Balm' })).toBeVisible()
})

test.describe('in the dark', () => {
  test('the search can be read', async ({ adult: page }) => {
    await inTheDark(page)
    await open(page, '/search?q=silk')
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('silk')
    await expect(page.getByRole('option').first()).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('words are searched for by a form', async ({ page }) => {
    await page.goto('/search')
    await page.getByRole('searchbox', { name: 'Search products' }).fill('riva pebble')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=riva+pebble')
    await expect(page.getByRole('link', { name: 'Riva Pebble' })).toBeVisible()
  })
})
