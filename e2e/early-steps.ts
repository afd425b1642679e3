import type { Page } from '@playwright/test'
import { hydrated } from './steps'

/** Opens a rendered page whose scripts load only when the returned function is called. */
export async function openSlowly(page: Page, address: string): Promise<() => Promise<void>> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/releases/shell/*/js/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  // The scripts that are held back may be asked for before the load event, which then waits for them.
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  return async () => {
    arrive()
    await hydrated(page)
  }
}
