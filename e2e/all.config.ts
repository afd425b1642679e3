import type { PlaywrightTestConfig } from '@playwright/test'
import path from 'node:path'
import { memberNames } from '../tools/remotes'
import { journeysIn } from './journeys-in'

const root = path.dirname(import.meta.dirname)
const file = (name: string) => path.join(import.meta.dirname, 'dist', name)

const specsOf = (name: string) => path.join(root, name, 'e2e/**/*.spec.ts')
const office = 'mf-admin'

// Each worker starts a shop. One is enough for all apps of shoppers: their journeys take no longer than the others take meanwhile.
// The journeys across apps come before the back office's: their longest tests would else run alone at the end.
const projects = [
  { name: 'shopper-apps', workers: 1, testMatch: memberNames.filter((name) => name !== office).map(specsOf) },
  { name: 'e2e', workers: 2, testDir: import.meta.dirname },
  { name: office, workers: 2, testMatch: specsOf(office) },
]

/** The journeys of all apps in one run: while the last of one app run, those of the next have begun. */
const config: PlaywrightTestConfig = {
  ...journeysIn(import.meta.dirname),
  testDir: root,
  outputDir: file('all-results'),
  reporter: [['dot'], ['json', { outputFile: file('all-report.json') }]],
  projects,
}

export default config
