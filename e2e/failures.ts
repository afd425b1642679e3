import type { Locator, Page, Route } from '@playwright/test'
import { isSampled } from '@shop/testing/sample'

/** The ways in which a call to the backend can fail, as the browser sees them. */
const failures: Record<string, (route: Route) => Promise<void>> = {
  'is cut off': (route) => route.abort('connectionreset'),
  'answers 500': (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal error' } }),
  'answers 429': (route) =>
    route.fulfill({
      status: 429,
      json: {
        code: 'PT429',
        message: 'Too many attempts. Please wait a moment and try again.',
        hint: 'rate_limited',
        details: '60',
      },
    }),
  'answers nonsense': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"half":' }),
  async hangs(route) {
    await route.request().response()
    // The page has given up; unanswered, the browser would send the request once the route is gone.
    await route.abort().catch(() => undefined)
  },
  'is offline': (route) => route.abort('internetdisconnected'),
}

/** One of the six failures, by the run's seed and the call's index; all of them in a deep run. */
export function sampleFailures(callIndex: number): [string, (route: Route) => Promise<void>][] {
  return Object.entries(failures).filter((_, index) => isSampled(callIndex + index, 6))
}

/** What a page says of a failure: its own words, or those of the database to who asks too often. */
export function failureText(page: Page, how: string, message: string | RegExp): Locator {
  const shown = page.getByText(message)
  const limited = page.getByText('Too many attempts. Please wait a moment and try again.')
  return (how === 'answers 429' ? shown.or(limited) : shown).first()
}

/** Shortens the page's timeouts to a fifth: a backend that hangs then fails after three seconds. */
export async function shortenTimeouts(page: Page): Promise<void> {
  const shorten = () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => timeout(ms / 5)
  }
  await page.addInitScript(shorten)
  await page.evaluate(shorten)
}

/** A query is retried once before the page shows its error. */
export const retryTimeout = { timeout: 30_000 }
