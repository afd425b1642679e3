import { expect, type Page } from '@playwright/test'
import { signInStaff } from '../../e2e/steps'

async function openProducts(page: Page): Promise<void> {
  await signInStaff(page)
  await page.goto('/admin/products?sort=name')
  await expect(page.getByText('Atelier Gift Box', { exact: true }).first()).toBeVisible()
}

/** Opens the palette; what is typed before it is there is lost. */
async function openPalette(page: Page): Promise<void> {
  await openProducts(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
}

/** What opens above any screen of the back office. */
export const paletteScreens: { name: string; open(page: Page): Promise<unknown> }[] = [
  {
    name: 'the command palette, before anything is typed',
    async open(page) {
      await openPalette(page)
      await expect(page.getByRole('option', { name: /^Dashboard/ })).toBeVisible()
    },
  },
  {
    name: 'the command palette with what was found',
    async open(page) {
      await openPalette(page)
      await page.keyboard.type('silk')
      await expect(page.getByRole('option', { name: /^Hours Silk Robe/ })).toBeVisible()
    },
  },
  {
    name: 'the keyboard shortcuts',
    async open(page) {
      await openProducts(page)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
  {
    name: 'the help of a screen',
    async open(page) {
      await openProducts(page)
      await page.getByRole('button', { name: 'Help', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Help: Products' })).toBeVisible()
    },
  },
  {
    name: 'the views of a list',
    async open(page) {
      await openProducts(page)
      await page.getByRole('button', { name: 'Views', exact: true }).click()
      await expect(page.getByRole('menuitem', { name: 'Save this view' })).toBeVisible()
    },
  },
  {
    name: 'a view to save',
    async open(page) {
      await openProducts(page)
      await page.getByRole('button', { name: 'Views', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Save this view' }).click()
      await expect(page.getByRole('dialog', { name: 'Save this view' })).toBeVisible()
    },
  },
]
