import type { Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'

const scripts = /\/releases\/.+\.js$/
const lateMs = 3000

/** A way in which the scripts of a page arrive. */
export interface Arrival {
  name: string
  /** With a processor at a quarter of its speed. */
  isSlow: boolean
  /** @param opened opens the page, until it is drawn @param pressed presses, for six seconds */
  during(page: Page, opened: () => Promise<void>, pressed: () => Promise<void>): Promise<void>
}

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

const late: Arrival['during'] = async (page, opened, pressed) => {
  const letCome = await holdRequests(page)
  await opened()
  const come = wait(lateMs).then(letCome)
  await pressed()
  await come
}

export const arrivals: readonly Arrival[] = [
  {
    name: 'scripts that come at once, on a slow processor',
    isSlow: true,
    async during(_page, opened, pressed) {
      await opened()
      await pressed()
    },
  },
  { name: 'scripts that come late', isSlow: false, during: late },
  { name: 'scripts that come late, on a slow processor', isSlow: true, during: late },
]

/** How a page is left without its scripts. */
export const absences = {
  'that cannot be fetched': (page: Page) => page.route(scripts, (route) => route.abort()),
  // The browser runs none with other contents than those that the page was drawn for.
  'of another release': (page: Page) =>
    page.route(scripts, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("Another release")' }),
    ),
}

/** Lets the scripts of the pages opened from here on come as they do. */
export const scriptsAgain = (page: Page) => page.unroute(scripts)
