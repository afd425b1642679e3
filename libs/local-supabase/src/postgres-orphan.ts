import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processMark } from './process-mark'

/**
 * Stops the PostgreSQL that a killed backend left running on this folder. The caller holds the folder's claim, so
 * whoever still serves it has no parent any more.
 */
export async function stopOrphan(folder: string): Promise<void> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL']
  for (const signal of signals) {
    if (!serves(pid, folder)) break
    process.kill(pid, signal)
    for (let waited = 0; waited < 5_000 && serves(pid, folder); waited += 20) await pause(20)
  }
  const sockets = lines[4] ?? ''
  if (sockets.startsWith(join(tmpdir(), 'shop-postgres-'))) await rm(sockets, { recursive: true, force: true })
}

/** Process ids are reused: only a PostgreSQL that works in this very folder counts. */
function serves(pid: number, folder: string): boolean {
  if (processMark(pid) === undefined) return false
  try {
    if (process.platform === 'linux') {
      return readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return false
  }
}
