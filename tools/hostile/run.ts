import { generatedAttacks } from './generated'
import { brokenInvariants } from './invariants'
import { tryTableAttacks } from './table-attacks'
import { scenarioAttacks } from './scenario-attacks'
import { residentBytes } from './database'
import { startAttackRun, type AttackRun } from './attack-run'
import type { Report } from './report'
import { hangUp } from './send'
import type { Target } from './target'
import { startChangeMonitor } from './change-monitor'

/** Maximum resident memory of each process of the shop after the attacks, in bytes. */
const maxBytes = 900 * 1024 * 1024

export interface RunOptions {
  /** 1 for all attacks, less for a sample of that share. */
  share: number
  seed: number
  /** Only attacks whose names contain one of these texts. */
  only?: readonly string[]
  /** Reports progress. */
  say?: (line: string) => void
}

const stages: Readonly<Record<string, (attackRun: AttackRun) => Promise<void>>> = {
  generated: async (attackRun) => generatedAttacks(attackRun, await watchOf(attackRun)),
  listed: async (attackRun) => tryTableAttacks(attackRun, await watchOf(attackRun)),
  ...Object.fromEntries(
    Object.entries(scenarioAttacks).map(([name, attack]) => [
      name,
      async (attackRun: AttackRun) => {
        // Without a web server only the backend can be attacked.
        if ((attack.needsWeb && attackRun.target.web === null) || (attack.deepOnly && attackRun.share < 1))
          return
        await attack.run(attackRun)
      },
    ]),
  ),
}

const watches = new WeakMap<AttackRun, Awaited<ReturnType<typeof startChangeMonitor>>>()

async function watchOf(attackRun: AttackRun): Promise<Awaited<ReturnType<typeof startChangeMonitor>>> {
  const known = watches.get(attackRun) ?? (await startChangeMonitor(attackRun))
  watches.set(attackRun, known)
  await known.settle()
  return known
}

/** Names of all stages, in the order they run. */
export const stageNames = Object.keys(stages)

/** Attacks a shop with everything, then checks its processes, memory, log and invariants. */
export async function attackShop(
  target: Target,
  report: Report,
  { share, seed, only, say = () => undefined }: RunOptions,
): Promise<void> {
  const attackRun = await startAttackRun(target, report, share, seed)
  const [clock] = await target.sql<
    { since: string }[]
  >`select quote_literal(now()::text) || '::timestamptz' as since`
  let pids = target.pids()
  for (const [name, stage] of Object.entries(stages)) {
    if (only && !only.some((name) => name.includes(name))) continue
    const from = { at: performance.now(), calls: report.calls, found: report.findings.length }
    await stage(attackRun).catch((error: unknown) => {
      report.wrong(
        name,
        'the attack itself',
        error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error),
        'it could not be carried out',
      )
    })
    hangUp()
    await untilItAnswers(attackRun)
    pids = checkProcesses(attackRun, name, pids)
    const seconds = ((performance.now() - from.at) / 1000).toFixed(1)
    say(
      `${name}: ${String(report.calls - from.calls)} calls, ` +
        `${String(report.findings.length - from.found)} findings (${seconds} s)`,
    )
  }
  checkMemory(attackRun)
  checkLog(attackRun)
  await checkInvariants(attackRun, clock?.since ?? 'now()')
}

/** Waits for the backend, which an attack may have ended and the shop restarts. */
async function untilItAnswers({ target, report }: AttackRun): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const answers = await fetch(`${target.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    const counts =
      answers &&
      (await target.sql`select 1`.then(
        () => true,
        () => false,
      ))
    if (counts) return
    if (Date.now() > deadline)
      return report.wrong(
        'processes',
        '/health',
        'no answer within a minute',
        'the backend does not come back',
      )
    await new Promise((resolve) => {
      setTimeout(resolve, 250)
    })
  }
}

/**
 * Checks that no process has ended; the current ids are the baseline of the next stage.
 */
export function checkProcesses(
  { target, report }: Pick<AttackRun, 'target' | 'report'>,
  after: string,
  before: ReturnType<Target['pids']>,
): ReturnType<Target['pids']> {
  const now = target.pids()
  report.tried('processes')
  for (const [part, pid] of Object.entries(before)) {
    if (now[part] !== pid)
      report.wrong(
        'processes',
        after,
        `process ${String(now[part] ?? 0)} instead of ${String(pid)}`,
        `the ${part} was ended`,
      )
  }
  return now
}

function checkMemory({ target, report }: AttackRun): void {
  report.tried('memory')
  for (const [part, pid] of Object.entries(target.pids())) {
    const bytes = residentBytes(pid)
    if (bytes !== null && bytes > maxBytes) {
      report.wrong(
        'memory',
        part,
        `${(bytes / 2 ** 20).toFixed(0)} MB`,
        `more than ${String(maxBytes / 2 ** 20)} MB after the attacks`,
      )
    }
  }
}

// The embedded backend logs refusals; a stack trace from the web server is an uncaught error.
function checkLog({ target, report }: AttackRun): void {
  report.tried('log')
  const lines = target.log().split('\n')
  const stack = lines.findIndex((line) => /^\s+at .*\/shell\/.+:\d+:\d+\)?$/.test(line))
  const cause = lines.slice(0, stack).findLast((line) => !/^\s+at /.test(line))
  if (stack >= 0)
    report.wrong('log', cause ?? '', lines[stack] ?? '', 'the log contains an uncaught error with its stack')
}

async function checkInvariants({ target, report }: AttackRun, since: string): Promise<void> {
  report.tried('invariants')
  for (const [name, count] of Object.entries(await brokenInvariants(target.sql, since))) {
    report.wrong('invariants', 'the database after all attacks', `${String(count)} rows`, name)
  }
}
