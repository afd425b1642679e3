import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser'
import { buildAll } from './build'
import { command, root } from './environment'

interface Count {
  passed: number
  failed: number
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
      console.log(`\n— ${title}: ${error ? 'FAILED' : 'ok'} (${((Date.now() - from) / 1000).toFixed(0)} s)\n${said}`.trimEnd())
      resolve({ passed: error ? 0 : 1, failed: error ? 1 : 0 })
    })
  })
}

/** Counts of a JSON report; a run that failed without naming a failed test counts as one failure. */
function counted(ok: boolean, report: string, read: (report: unknown) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(report, 'utf8')))
    return ok || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function vitest(folder: string): Count {
  const report = path.join(folder, 'vitest.json')
  const ok = run('unit, database and contract tests', bin('vitest'), ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], {
    TEST_SEED: seed, TEST_DEEP: deep ? '1' : '',
  })
  return counted(ok, report, (found) => {
    const { numPassedTests, numFailedTests } = found as { numPassedTests: number; numFailedTests: number }
    return { passed: numPassedTests, failed: numFailedTests }
  })
}

function playwright(folder: string): Count {
  const report = path.join(folder, 'playwright.json')
  const ok = run('browser journeys', bin('playwright'), ['test', '-c', 'e2e', '--reporter=list,json'], {
    CHROMIUM_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return counted(ok, report, (found) => {
    const { stats } = found as { stats: { expected: number; unexpected: number; flaky: number } }
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  })
}

command(async () => {
  console.log(`Seed ${seed} (repeat with TEST_SEED=${seed} npm test)`)
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-test-'))
  const counts = await Promise.all([
    check('types', bin('tsc'), ['-b']),
    check('lint', bin('eslint'), ['.', '--max-warnings=0']),
    check('generated database types are current', process.execPath, ['--import', 'tsx', 'libs/supabase/generate-types.ts', '--check']),
    check('migrations follow their rules', process.execPath, ['--import', 'tsx', 'supabase/lint-migrations.ts']),
  ])
  counts.push(vitest(folder))
  await buildAll()
  counts.push(playwright(folder))
  rmSync(folder, { recursive: true, force: true })
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  console.log(`\n${String(passed)} passed, ${String(failed)} failed`)
  process.exit(failed === 0 ? 0 : 1)
})
