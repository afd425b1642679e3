import { expect, type Page } from '@playwright/test'
import { visit, type Screen } from '../../e2e/screens'
import { signInStaff } from '../../e2e/steps'

async function openProducts(page: Page): Promise<void> {
  await signInStaff(page)
  await page.goto('/admin/products?sort=name')
  await expect(page.getByText('Atelier Gift Box', { exact: true }).first()).toBeVisible()
}

/** What opens above any screen of the back office. */
export const paletteScreens: Screen[] = [
  visit(
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
        await page.getByRole('menuitem', { name: 'Save this view' }).click()
        await expect(page.getByRole('dialog', { name: 'Save this view' })).toBeVisible()
      },
    },
    {
      name: 'the command palette, before anything is typed',
      async open(page) {
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
        await page.keyboard.press('Control+k')
        // What is typed before it is there is lost.
        await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
        await expect(page.getByRole('option', { name: /^Dashboard/ })).toBeVisible()
      },
    },
    {
      name: 'the command palette with what was found',
      async open(page) {
        await page.keyboard.type('silk')
        await expect(page.getByRole('option', { name: /^Hours Silk Robe/ })).toBeVisible()
      },
    },
    {
      name: 'the keyboard shortcuts',
      async open(page) {
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
        await page.keyboard.press('?')
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      },
    },
    {
      name: 'the help of a screen',
      async open(page) {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Help', exact: true }).click()
        await expect(page.getByRole('region', { name: 'Help: Products' })).toBeVisible()
      },
    },
  ),
]
