import type { Page, Route } from '@playwright/test'

/** The ways in which the backend can let a call down, each as it is heard by the browser. */
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
  hangs: () => new Promise(() => undefined),
  'is offline': (route) => route.abort('internetdisconnected'),
}

const seed = Number.parseInt(process.env.TEST_SEED ?? '', 10) || 0

/** Of six ways to fail the two whose turn it is, by the run's seed and a place in the list of calls; all in a deep run. */
export function someFailures(place: number): [string, (route: Route) => Promise<void>][] {
  return Object.entries(failures).filter(
    (_, index) => process.env.TEST_DEEP || (seed + place + index) % 3 === 0,
  )
}

/** From here on the page waits a fifth of its time for an answer: a backend that hangs is given up after three seconds. */
export async function hurry(page: Page): Promise<void> {
  const shorten = () => {
    const patient = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => patient(ms / 5)
  }
  await page.addInitScript(shorten)
  await page.evaluate(shorten)
}

/** A read is tried twice before a visitor is told. */
export const twice = { timeout: 30_000 }
