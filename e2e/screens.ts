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
  /** Screens that are opened from this one, each from the one before, in the same visit. */
  then?: readonly Screen[]
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
  for (const { then = [], ...first } of screens) {
    const visit = [first, ...then].map(({ name, open, widths = allWidths }) => {
      const chosen = oneOf(widths, name)
      return { step: `${name}, at ${chosen.join(', ')} px`, open, chosen }
    })
    const steps = visit.map(({ step }) => step).join('; ')
    test(`${steps}: no accessibility violation and no horizontal scroll, in both themes`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const size = page.viewportSize()
      for (const { step, open, chosen } of visit)
        await test.step(step, async () => {
          if (size) await page.setViewportSize(size)
          await open(page)
          await expectAccessible(page, chosen)
        })
    })
  }
}
