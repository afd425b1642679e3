import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const pollMs = 200
const maxAgeMs = 15 * 60 * 1000

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, but it runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function acquire(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Whether a lock is stale: left by a process that ended, or by one before a restart that had this process's id. */
function isStale(file: string): boolean {
  try {
    const owner = Number.parseInt(readFileSync(file, 'utf8'), 10)
    if (Number.isInteger(owner) && (owner === process.pid || !runs(owner))) return true
    return Date.now() - statSync(file).mtimeMs > maxAgeMs
  } catch {
    // Released while it was read.
    return false
  }
}

/**
 * Runs a task while no other process runs one with the same lock file; waits for its turn. A lock counts for nothing
 * once its process has ended, or after fifteen minutes. @throws what the task throws
 */
export async function withLock<Result>(file: string, task: () => Promise<Result>): Promise<Result> {
  mkdirSync(path.dirname(file), { recursive: true })
  while (!acquire(file)) {
    if (isStale(file)) rmSync(file, { force: true })
    else await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  try {
    return await task()
  } finally {
    rmSync(file, { force: true })
  }
}
