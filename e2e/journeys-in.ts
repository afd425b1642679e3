import { devices, type PlaywrightTestConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { browserArguments } from '../tools/test/browser'

// A page of a test is gone before compilers that optimise have paid for themselves.
const withoutOptimisers = '--js-flags=--no-maglev,--no-turbofan'

/**
 * Playwright's configuration of a project's journeys. Each worker starts its own shop, so that no test sees the changes of another worker.
 * @param folder of the journeys
 * @param project folder of the project, which gets the report
 */
export const journeysIn = (folder: string, project = path.dirname(folder)): PlaywrightTestConfig => ({
  testDir: folder,
  globalSetup: path.join(import.meta.dirname, 'prepare.ts'),
  // One more than there are processors: while a journey waits, another goes on.
  workers: availableParallelism() + 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: path.join(project, 'dist/test-results'),
  reporter: [['dot'], ['json', { outputFile: path.join(project, 'dist/e2e-report.json') }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Animations are a tenth of a browser's processor time.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A service worker's cache would hide the failures that tests cause; offline.spec.ts allows it.
    serviceWorkers: 'block',
    // `prepare.ts` sets it before the workers start.
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [...browserArguments, withoutOptimisers],
    },
  },
})
