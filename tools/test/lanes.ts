import path from 'node:path'
import { findBrowser } from '../browser'
import { buildReleases, memberNames, remoteNames } from '../build'
import { root } from '../environment'
import { testStore } from '../test-store'
import { countHostile, countPlaywright, countReport, countVitest } from './reports'
import { runCommand } from './run-command'
import type { Lane } from './run-lanes'

export interface LaneOptions {
  /** Runs everything there is, for hours. */
  deep: boolean
  seed: string
  /** Where reports and throwaway data go. */
  folder: string
}

const bin = (name: string) => path.join(root, 'node_modules/.bin', name)
const script = (file: string, ...args: string[]): [string, string[]] => [
  process.execPath,
  ['--import', 'tsx', file, ...args],
]

function check(title: string, [file, args]: [string, string[]]): Lane {
  return {
    title,
    uses: 1,
    async run() {
      const ok = await runCommand(file, args, 'held')
      return ok ? { passed: 1, failed: [] } : { passed: 0, failed: [title] }
    },
  }
}

// Long ones first, to keep all processors busy until the end.
const checks: Lane[] = [
  // TypeScript 7 takes half the time; ESLint needs 6, which has the same name.
  check('types', [process.execPath, [path.join(root, 'node_modules/typescript-7/bin/tsc'), '-b']]),
  check('lint', [bin('eslint'), ['.', '--max-warnings=0']]),
  // The rule about promises needs types: with ESLint it takes five times as long as all others.
  check('no promise is forgotten, and every test asserts something', [
    bin('oxlint'),
    ['--type-aware', '--deny-warnings', '.'],
  ]),
  check('format', [bin('prettier'), ['--check', '.']]),
  check('nothing is unused', [bin('knip'), ['--no-progress', '--treat-config-hints-as-errors']]),
  check('no files or folders import each other', [
    bin('depcruise'),
    ['shell', ...remoteNames, 'libs', 'supabase', 'tools', 'e2e'],
  ]),
  check('generated database types are current', script('libs/supabase/generate-types.ts', '--check')),
  check('reports of what the facades export are current', script('tools/api-reports.ts', '--check')),
  check('migrations follow their rules', script('supabase/lint-migrations.ts')),
  check('no migration takes away what a reachable release uses', script('tools/check-migrations.ts')),
]

/** All lanes of `npm test`, in the order they start. */
export function testLanes({ deep, seed, folder }: LaneOptions): Lane[] {
  return [
    ...checks,
    {
      title: 'build',
      uses: 'all',
      async run() {
        await buildReleases(testStore, memberNames, null)
        return { passed: 1, failed: [] }
      },
    },
    {
      // One run of all projects: short files fill the time in which a long one ends.
      title: 'unit, database and contract tests',
      uses: 'all',
      async run() {
        const report = path.join(folder, 'vitest.json')
        const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
        const ok = await runCommand(bin('vitest'), args, 'live', {
          TEST_SEED: seed,
          TEST_DEEP: deep ? '1' : '',
        })
        return countReport('unit, database and contract tests', ok, report, countVitest)
      },
    },
    {
      title: 'browser journeys',
      uses: 'all',
      needs: 'build',
      async run() {
        const report = path.join(folder, 'playwright.json')
        const ok = await runCommand(
          bin('playwright'),
          ['test', '-c', 'e2e', '--reporter=list,json'],
          'live',
          {
            TEST_BUILT: '1',
            TEST_SEED: seed,
            TEST_DEEP: deep ? '1' : '',
            CHROMIUM_PATH: findBrowser(),
            PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          },
        )
        return countReport('browser journeys', ok, report, countPlaywright)
      },
    },
    {
      // Attacks a shop of its own: a sample of a minute, or all there is.
      title: 'hostile run',
      uses: 'all',
      needs: 'build',
      async run() {
        const report = path.join(folder, 'hostile.json')
        const [file, args] = script('tools/hostile/main.ts', '--report', report, ...(deep ? ['--deep'] : []))
        const ok = await runCommand(file, args, 'live', { TEST_SEED: seed, TEST_BUILT: '1' })
        return countReport('hostile run', ok, report, countHostile)
      },
    },
  ]
}
