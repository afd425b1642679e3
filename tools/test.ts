import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser'
import { buildAll, remoteNames } from './build'
import { command, root } from './environment'

interface Count {
  passed: number
  /** What failed, named; a whole check, file or run where no single test did. */
  failed: string[]
}

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

interface PlaywrightSuite {
  specs: { file: string; title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport {
  stats: { expected: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

const deep = process.argv.includes('--deep')
const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
const bin = (name: string) => path.join(root, 'node_modules/.bin', name)

function run(title: string, file: string, args: string[], env: Record<string, string> = {}): boolean {
  const from = Date.now()
  console.log(`\n— ${title}`)
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(`— ${title}: ${status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - from) / 1000).toFixed(0)} s)`)
  return status === 0
}

/** Runs a command beside others; what it says is printed when it ends. */
function check(title: string, file: string, args: string[]): Promise<Count> {
  const from = Date.now()
  return new Promise((resolve) => {
    execFile(file, args, { cwd: root, maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) => {
      const said = stdout + stderr || (error?.message ?? '')
      console.log(
        `\n— ${title}: ${error ? 'FAILED' : 'ok'} (${((Date.now() - from) / 1000).toFixed(0)} s)\n${said}`.trimEnd(),
      )
      resolve(error ? { passed: 0, failed: [title] } : { passed: 1, failed: [] })
    })
  })
}

/** Counts of a JSON report; a run that failed without naming what failed counts as one failure. */
function counted(title: string, ok: boolean, report: string, read: (report: unknown) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(report, 'utf8')))
    return ok || count.failed.length > 0 ? count : { ...count, failed: [title] }
  } catch {
    return { passed: 0, failed: [`${title}: no report`] }
  }
}

const firstLine = (text: string) => text.trim().split('\n', 1)[0] ?? ''

function vitest(folder: string): Count {
  const title = 'unit, database and contract tests'
  const report = path.join(folder, 'vitest.json')
  const ok = run(
    title,
    bin('vitest'),
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    {
      TEST_SEED: seed,
      TEST_DEEP: deep ? '1' : '',
    },
  )
  return counted(title, ok, report, (found) => {
    const { numPassedTests, testResults } = found as VitestReport
    return {
      passed: numPassedTests,
      failed: testResults
        .filter(({ status }) => status === 'failed')
        .flatMap(({ name, message, assertionResults }) => {
          const file = path.relative(root, name)
          const tests = assertionResults.filter(({ status }) => status === 'failed')
          return tests.length > 0
            ? tests.map(({ fullName }) => `${file}: ${fullName}`)
            : [`${file}: ${firstLine(message)}`]
        }),
    }
  })
}

const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
]

function playwright(folder: string): Count {
  const title = 'browser journeys'
  const report = path.join(folder, 'playwright.json')
  const ok = run(title, bin('playwright'), ['test', '-c', 'e2e', '--reporter=list,json'], {
    CHROMIUM_PATH: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_DATA_DIR: path.join(folder, 'shop'),
  })
  return counted(title, ok, report, (found) => {
    const { stats, suites, errors } = found as PlaywrightReport
    return {
      passed: stats.expected,
      failed: [
        ...suites
          .flatMap(specsOf)
          .flatMap(({ file, title: test, tests }) =>
            tests
              .filter(({ status }) => status === 'unexpected' || status === 'flaky')
              .map(({ status }) => `${file}: ${test} (${status})`),
          ),
        ...errors.map(({ message }) => `${title}: ${firstLine(message ?? '')}`),
      ],
    }
  })
}

/** Attacks a shop of its own: all there is with --deep, else a sample of a minute. Each attack that held has passed. */
function hostile(folder: string): Count {
  const title = 'hostile run'
  const report = path.join(folder, 'hostile.json')
  const args = ['--import', 'tsx', 'tools/hostile/main.ts', '--report', report, ...(deep ? ['--deep'] : [])]
  const ok = run(title, process.execPath, args, { TEST_SEED: seed })
  return counted(title, ok, report, (found) => {
    const { held, failed } = found as { held: string[]; failed: string[] }
    return { passed: held.length, failed: failed.map((attack) => `${title}: ${attack}`) }
  })
}

command(async () => {
  console.log(`Seed ${seed} (repeat with TEST_SEED=${seed} npm test)`)
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-test-'))
  const counts = await Promise.all([
    check('types', bin('tsc'), ['-b']),
    check('lint', bin('eslint'), ['.', '--max-warnings=0']),
    check('no folders import each other', bin('depcruise'), [
      'shell',
      ...remoteNames,
      'libs',
      'supabase',
      'tools',
      'e2e',
    ]),
    check('nothing is unused', bin('knip'), ['--no-progress', '--treat-config-hints-as-errors']),
    check('format', bin('prettier'), ['--check', '.']),
    check('generated database types are current', process.execPath, [
      '--import',
      'tsx',
      'libs/supabase/generate-types.ts',
      '--check',
    ]),
    check('migrations follow their rules', process.execPath, [
      '--import',
      'tsx',
      'supabase/lint-migrations.ts',
    ]),
  ])
  counts.push(vitest(folder))
  await buildAll()
  counts.push(playwright(folder))
  counts.push(hostile(folder))
  rmSync(folder, { recursive: true, force: true })
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.flatMap((count) => count.failed)
  // Said again where a long log ends.
  if (failed.length > 0)
    console.log(`\nFailed, with seed ${seed}:\n${failed.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\n${String(passed)} passed, ${String(failed.length)} failed`)
  process.exit(failed.length === 0 ? 0 : 1)
})
