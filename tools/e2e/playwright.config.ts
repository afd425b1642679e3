import type { PlaywrightTestConfig } from '@playwright/test'
import path from 'node:path'
import { journeysIn } from '../../e2e/journeys-in'
import { findBrowser } from '../test/browser'

process.env.CHROMIUM_PATH = findBrowser()

// Without the builds of the shop: these tests need the gallery alone.
const config: PlaywrightTestConfig = {
  ...journeysIn(import.meta.dirname, path.dirname(import.meta.dirname)),
  globalSetup: undefined,
}
export default config
