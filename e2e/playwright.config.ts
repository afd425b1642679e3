import { defineConfig, devices } from '@playwright/test'
import { browserArguments, findBrowser } from '../tools/browser'

// Each worker starts a shop of its own, in shop.ts: no test meets what another one changes.
export default defineConfig({
  testDir: '.',
  workers: 2,
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
    // What a worker kept would stand in for what a test takes away; offline.spec.ts lets it in.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findBrowser(), args: browserArguments },
  },
})
