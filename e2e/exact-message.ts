import { expect, type Page } from '@playwright/test'
import { test } from './shop'

/** A situation of `docs/specification/storefront.md`, section 8, how a visitor gets into it, and its messages. */
export interface Situation {
  situation: string
  meet(page: Page): Promise<void>
  says: string[]
  /** Path of a redirect. */
  to?: string
}

/** Makes a test of each situation. */
export function testMessages(situations: readonly Situation[]): void {
  for (const { situation, meet, says, to } of situations) {
    test(`${situation}: the message is exact`, async ({ page }) => {
      await meet(page)
      for (const text of says) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
      if (to) await expect(page).toHaveURL(to)
    })
  }
}
