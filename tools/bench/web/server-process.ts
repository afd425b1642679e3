import { readFileSync } from 'node:fs'

/** Reads a file of a process below /proc, which Linux alone has. */
function readProcess(pid: number, file: 'status' | 'stat'): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Memory that a process holds, in MB; 0 where it is not told. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readProcess(pid, 'status'))?.[1] ?? 0) / 1024

// Linux counts in hundredths of a second, whatever its own clock does.
const ticksPerSecond = 100

/** Time that processors have spent on a process and its threads, in seconds; NaN where it is not told. */
export function processorSeconds(pid: number): number {
  // The name, which may contain spaces, is in brackets; of the fields behind it these are its own time and the kernel's.
  const [, fields = ''] = /\)\s(.*)/s.exec(readProcess(pid, 'stat')) ?? []
  const [own, kernel] = fields.split(' ').slice(11, 13).map(Number)
  return own === undefined || kernel === undefined ? Number.NaN : (own + kernel) / ticksPerSecond
}
