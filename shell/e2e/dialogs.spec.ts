import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { addToCart, hydrated, open } from '../../e2e/steps'

test('a toast can be read and dismissed above the menu, which a click outside closes', async ({
  adult: page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await addToCart(page, 'moss-balm')
  await hydrated(page)
  const opener = page.getByRole('button', { name: 'Menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Aurelle & Moss' })
  await expect(menu.getByRole('button', { name: 'Close menu' })).toBeFocused()
  await expect(page.getByText('Item has been added to your cart.')).toBeInViewport()
  await page.keyboard.press('F8')
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Item has been added to your cart.')).toBeHidden()
  await expect(menu).toBeVisible()
  await page.mouse.click(700, 450)
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
})

test('behind a dialog the page neither scrolls nor moves, and Tab stays in the dialog', async ({
  adult: page,
}) => {
  await open(page, '/about')
  const heading = page.locator('h1')
  const before = await heading.boundingBox()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.mouse.move(20, 450)
  await page.mouse.wheel(0, 600)
  await dialog.getByRole('button', { name: 'Close search' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Close search' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await heading.boundingBox()).toEqual(before)
})

test('repeated Escape does not close the age gate', async ({ page }) => {
  await open(page, '/')
  const yes = page.getByRole('button', { name: 'I am 18 or older' })
  await expect(yes).toBeFocused()
  for (let time = 0; time < 3; time += 1) await page.keyboard.press('Escape')
  await expect(yes).toBeVisible()
  expect(await page.locator('dialog:modal').count()).toBe(1)
})
