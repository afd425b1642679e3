import { writeFileSync } from 'node:fs'
import { buildReleases, memberNames } from '../build'
import { testStore } from '../test-store'
import { command } from '../environment'
import { Report } from './report'
import { attackShop, stageNames } from './run'
import { startTarget } from './target'

/** Minimum number of calls of a full run. */
const minCalls = 5000

/** The value of a command-line option. */
function option(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

// npx tsx tools/hostile/main.ts [--deep] [--only word,word] [--report file.json]; TEST_SEED repeats a run.
command(async () => {
  const deep = process.argv.includes('--deep')
  const seed = Number.parseInt(process.env.TEST_SEED ?? '', 10) || Math.floor(Math.random() * 2 ** 31)
  const only = option('--only')?.split(',')
  if (only?.some((option) => !stageNames.some((name) => name.includes(option))))
    throw new Error(`--only takes words of ${stageNames.join(', ')}`)
  console.log(`Attacks with seed ${String(seed)} (repeat with TEST_SEED=${String(seed)})`)
  await buildReleases(testStore, memberNames, null)
  const report = new Report()
  const target = await startTarget()
  const from = performance.now()
  try {
    await attackShop(target, report, {
      share: deep ? 1 : 0.1,
      seed,
      ...(only && { only }),
      say: (line) => {
        console.log(line)
      },
    })
  } finally {
    await target.stop()
  }
  if (deep && !only && report.calls < minCalls) {
    report.wrong(
      'the run itself',
      'all attacks',
      `${String(report.calls)} calls`,
      `fewer than ${String(minCalls)}`,
    )
  }
  console.log(`${report.text()} (${((performance.now() - from) / 1000).toFixed(0)} s)`)
  const file = option('--report')
  if (file)
    writeFileSync(
      file,
      JSON.stringify({
        passed: report.passed,
        failed: report.failed,
        calls: report.calls,
        findings: report.findings,
      }),
    )
  process.exit(report.findings.length === 0 ? 0 : 1)
})
