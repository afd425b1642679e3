import { defineConfig, devices } from '@playwright/test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserArguments, findBrowser } from '../tools/browser'

// Workers load this file too: the folder made by the first is handed on.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'shop-e2e-'))
const port = process.env.E2E_PORT ?? '3100'

// What these do others would notice: they take a remote's files away, change a setting, fill the catalogue, count one stock.
const alone = /(address|back|filters|first-flight|journey|offline|outage)\.spec\.ts/
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } }

export default defineConfig({
  testDir: '.',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: '../test-results',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // What a worker kept would stand in for what a test takes away; offline.spec.ts lets it in.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findBrowser(), args: browserArguments },
  },
  projects: [
    { name: 'together', testIgnore: alone, use: desktop },
    { name: 'alone', testMatch: alone, workers: 1, dependencies: ['together'], use: desktop },
    {
      name: 'phone',
      testMatch: /journey\.spec\.ts/,
      dependencies: ['alone'],
      use: { viewport: { width: 360, height: 780 }, hasTouch: true },
    },
  ],
  webServer: {
    command: 'node tools/run.mjs start',
    cwd: path.dirname(import.meta.dirname),
    url: `http://localhost:${port}/healthz`,
    env: {
      PORT: port,
      BACKEND_PORT: process.env.E2E_BACKEND_PORT ?? '54400',
      DATA_DIR: process.env.E2E_DATA_DIR,
      SUPABASE_URL: '',
    },
    timeout: 240_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
