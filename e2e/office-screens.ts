import { expect, type Page } from '@playwright/test'
import type { Screen } from './screens'
import { signInStaff } from './steps'

async function openAsStaff(page: Page, path: string, says: string): Promise<void> {
  await signInStaff(page)
  await page.goto(path)
  await expect(page.getByText(says, { exact: true }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const plain: [name: string, path: string, says: string][] = [
  ['QR code of the store', '/admin/qr-code', 'Store code'],
  ['inventory scan', '/admin/scan', 'Nothing scanned yet'],
  ['a scanned variant', '/admin/scan?code=AM-ACC-008-M', 'on hand'],
  ['a scanned product with variants', '/admin/scan?code=AM-ACC-008', 'Which one is it?'],
  ['an unknown code', '/admin/scan?code=4006381333931', 'Unknown code'],
  ['labels to print, none yet', '/admin/scan?labels=', 'No labels yet'],
]

/** The screens of the back office, in their states. */
export const officeScreens: Screen[] = [
  ...plain.map(([name, path, says]) => ({ name, open: (page: Page) => openAsStaff(page, path, says) })),
  {
    name: 'labels to print',
    async open(page) {
      await openAsStaff(page, '/admin/scan?code=AM-ACC-008-M', 'on hand')
      await page.getByRole('link', { name: 'Print label', exact: true }).click()
      await expect(page.getByRole('list', { name: 'Sheet 1 of 1' })).toBeVisible()
    },
  },
  {
    name: 'the dashboard of the back office',
    async open(page) {
      await openAsStaff(page, '/admin/dashboard', 'Quick Actions')
    },
  },
  {
    name: 'not found in the back office',
    async open(page) {
      await signInStaff(page, 'moderator')
      await page.goto('/admin/nowhere')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'sign out everywhere',
    async open(page) {
      await signInStaff(page)
      await page.goto('/admin/dashboard')
      const menu = page.getByRole('button', { name: 'Toggle sidebar' })
      await expect(menu).toBeVisible()
      if ((await menu.getAttribute('aria-expanded')) === 'false') await menu.click()
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await expect(page.getByRole('dialog', { name: 'Sign out everywhere?' })).toBeVisible()
    },
  },
]
