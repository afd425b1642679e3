import type { Page } from '@playwright/test'
import { allThemes, allWidths, expectAccessible } from './axe'
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

/** The screen of a page that looks as it does once it is loaded. @param path its address */
export const pageAt = (path: string): Screen => ({ name: path, open: (page) => openIdle(page, path) })

/** Screens that are opened in one visit, each after the one before. */
export const visit = (first: Screen, ...then: Screen[]): Screen => ({ ...first, then })

/**
 * Makes a test of each screen: no accessibility violation and no horizontal scroll. It looks at one of the widths and in one
 * of the themes, chosen by the commit; at all of them when TEST_DEEP is set.
 */
export function checkScreens(screens: readonly Screen[]): void {
  test.describe.configure({ mode: 'parallel' })
  for (const { then = [], ...first } of screens) {
    const path = [first, ...then].map(({ name, open, widths = allWidths }) => {
      const chosen = { widths: oneOf(widths, name), themes: oneOf(allThemes, `theme of ${name}`) }
      const step = `${name}, at ${chosen.widths.join(', ')} px in ${chosen.themes.join(' and ')}`
      return { name, step, open, chosen }
    })
    const steps = path.map(({ step }) => step).join('; ')
    test(`${steps}: no accessibility violation and no horizontal scroll`, async ({ page }) => {
      // Each screen has the time of a test.
      test.setTimeout(test.info().timeout * path.length)
      const size = page.viewportSize()
      for (const { name, step, open, chosen } of path)
        await test.step(step, async () => {
          if (size) await page.setViewportSize(size)
          await open(page)
          await expectAccessible(page, chosen.widths, name, chosen.themes)
        })
    })
  }
}
