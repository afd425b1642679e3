import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processMark } from './process-mark'

/**
 * Stops what a killed backend or a killed database left running on this folder. The caller holds the folder's claim,
 * so whoever still serves it has no parent any more.
 */
export async function stopOrphan(folder: string): Promise<void> {
  const note = join(folder, 'postmaster.pid')
  const lines = (await readFile(note, 'utf8').catch(() => '')).split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL']
  for (const signal of signals) {
    const left = servers(pid, folder)
    // A living server ends its children itself; without one each is told.
    for (const one of left.includes(pid) ? [pid] : left) tell(one, signal)
    for (let waited = 0; waited < 5_000 && servers(pid, folder).length > 0; waited += 20) await pause(20)
  }
  // PostgreSQL would take an unburied process, or a stranger with the old number, for a living server.
  await rm(note, { force: true })
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended in the meantime.
  }
}

/** The PostgreSQL processes at work in this very folder; elsewhere than on Linux only the one that was noted. */
function servers(noted: number, folder: string): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && worksIn(pid, folder))
  if (processMark(noted) === undefined || process.platform === 'win32') return []
  return execFileSync('ps', ['-o', 'command=', '-p', String(noted)], { encoding: 'utf8' }).includes(
    'postgres',
  )
    ? [noted]
    : []
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    )
  } catch {
    return false
  }
}
