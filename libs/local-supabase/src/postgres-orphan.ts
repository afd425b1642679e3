import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processMark } from './process-mark'

/**
 * Stops PostgreSQL processes that a killed backend or database left running on this folder. The caller holds the
 * folder's lock, so any remaining process is an orphan.
 */
export async function stopOrphan(folder: string): Promise<void> {
  const note = join(folder, 'postmaster.pid')
  const lines = (await readFile(note, 'utf8').catch(() => '')).split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL']
  for (const signal of signals) {
    const left = servers(pid, folder)
    // A running server ends its children itself; without one each gets the signal.
    for (const one of left.includes(pid) ? [pid] : left) sendSignal(one, signal)
    for (let waited = 0; waited < 5_000 && servers(pid, folder).length > 0; waited += 20) await pause(20)
  }
  // PostgreSQL would mistake a zombie, or another process with the old id, for a running server.
  await rm(note, { force: true })
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended in the meantime.
  }
}

/** The PostgreSQL processes of this folder; outside Linux only the one in postmaster.pid. */
function servers(noted: number, folder: string): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && serversOf(pid, folder))
  if (processMark(noted) === undefined || process.platform === 'win32') return []
  return execFileSync('ps', ['-o', 'command=', '-p', String(noted)], { encoding: 'utf8' }).includes(
    'postgres',
  )
    ? [noted]
    : []
}

function serversOf(pid: number, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    )
  } catch {
    return false
  }
}
