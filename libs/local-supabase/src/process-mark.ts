import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Identifies one run of a process: its id and start time, so that a reused id is not mistaken for the old process.
 * Undefined when no such process runs.
 */
export function processMark(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return undefined
  }
  const stat = `/proc/${pid}/stat`
  if (existsSync(stat)) {
    // The name in brackets may hold spaces; the start time is the 20th field after it, the state the first.
    const fields = readFileSync(stat, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`
  }
  if (process.platform === 'win32') return String(pid)
  try {
    return `${pid} ${execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()}`
  } catch {
    return undefined
  }
}
