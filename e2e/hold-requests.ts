import type { Page } from '@playwright/test'

const scripts = /\/releases\/.+\.js$/

/** Holds requests of the pages opened from here on: those for scripts, or those that a pattern names. @returns lets them come */
export async function holdRequests(page: Page, which = scripts): Promise<() => void> {
  let letCome = () => {}
  const come = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route(which, async (route) => {
    await come
    await route.continue()
  })
  return letCome
}
