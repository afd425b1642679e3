import { defineConfig, devices } from '@playwright/test'
import { availableParallelism } from 'node:os'
import { browserArguments, findBrowser } from '../tools/browser'

// A page of a test is gone before compilers that optimise have paid for themselves.
const withoutOptimisers = '--js-flags=--no-maglev,--no-turbofan'

// Each worker starts its own shop, in shop.ts, so that no test sees the changes of another worker.
export default defineConfig({
  testDir: '.',
  // One more than there are processors: while a journey waits, another goes on.
  workers: availableParallelism() + 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: '../test-results',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // A service worker's cache would hide the failures that tests cause; offline.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findBrowser(), args: [...browserArguments, withoutOptimisers] },
  },
})
