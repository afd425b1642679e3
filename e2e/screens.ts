import type { Page } from '@playwright/test'
import { allWidths, expectAccessible } from './axe'
import { oneOf } from '@shop/testing/sample'
import { test } from './shop'
import { openIdle } from './steps'

/** A page in one of its states. */
export interface Screen {
  name: string
  open(page: Page): Promise<unknown>
  /** Widths in px at which it exists; all without. */
  widths?: readonly number[]
}

/** The screens of pages that look as they do once they are loaded. @param paths their addresses */
export const pagesAt = (...paths: string[]): Screen[] =>
  paths.map((path) => ({ name: path, open: (page) => openIdle(page, path) }))

/**
 * Makes a test of each screen: no accessibility violation and no horizontal scroll, in both themes. It looks at one of the
 * widths, chosen by the commit; at all of them when TEST_DEEP is set.
 */
export function checkScreens(screens: readonly Screen[]): void {
  test.describe.configure({ mode: 'parallel' })
  for (const { name, open, widths = allWidths } of screens) {
    const chosen = oneOf(widths, name)
    test(`${name}: no accessibility violation and no horizontal scroll, in both themes, at ${chosen.join(', ')} px`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page)
      await expectAccessible(page, chosen)
    })
  }
}
