import type { PlaywrightTestConfig } from '@playwright/test'
import path from 'node:path'
import { memberNames } from '../tools/remotes'
import { journeysIn } from './journeys-in'

const root = path.dirname(import.meta.dirname)
const file = (name: string) => path.join(import.meta.dirname, 'dist', name)

// One worker, and so one shop, is enough for an app whose journeys take no longer than those of the back office take meanwhile.
const projects = [
  ...memberNames.filter((name) => name !== 'mf-admin').map((name) => ({ name, workers: 1 })),
  { name: 'mf-admin' },
  { name: 'e2e' },
]

/** The journeys of all apps in one run: while the last of one app run, those of the next have begun. */
const config: PlaywrightTestConfig = {
  ...journeysIn(import.meta.dirname),
  testDir: root,
  outputDir: file('all-results'),
  reporter: [['dot'], ['json', { outputFile: file('all-report.json') }]],
  projects: projects.map((project) => ({
    ...project,
    testDir: path.join(root, project.name === 'e2e' ? 'e2e' : `${project.name}/e2e`),
  })),
}

export default config
