import { expect, type Page } from '@playwright/test'
import { goInside, signInStaff } from '../../e2e/steps'

/**
 * Opens a screen of the back office and waits until nothing more is loading: from the screen that is open, or else signed in.
 * @param text on this screen, and not on the one before
 */
export async function openAsStaff(page: Page, path: string, text: string | RegExp): Promise<void> {
  if (page.url().includes('/admin/')) await goInside(page, path)
  else {
    await signInStaff(page)
    await page.goto(path)
  }
  await showsInOffice(page, text)
}

/** Waits until a screen of the back office shows a text, and nothing more is loading. */
export async function showsInOffice(page: Page, text: string | RegExp): Promise<void> {
  // The sidebar has names of screens too.
  const screen = page.locator('main, [role=dialog]')
  await expect(screen.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
