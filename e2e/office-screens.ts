import { expect, type Page } from '@playwright/test'
import { openIdle, signInStaff } from './steps'

/** Every screen of the back office, and the states in which it looks different. */
export const officeScreens: { name: string; open(page: Page): Promise<unknown> }[] = [
  {
    name: 'the dashboard of the back office',
    async open(page) {
      await signInStaff(page)
      await openIdle(page, '/admin/dashboard')
    },
  },
  {
    name: 'not found in the back office',
    async open(page) {
      await signInStaff(page, 'moderator')
      await openIdle(page, '/admin/nowhere')
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
      await page.getByRole('button', { name: 'End all sessions' }).click()
      await expect(page.getByRole('dialog', { name: 'Sign out everywhere?' })).toBeVisible()
    },
  },
]
