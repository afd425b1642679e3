import { readFileSync } from 'node:fs'
import { serve } from './serving'

/** How kept pages are served: pages a second beside whoever asks for them, and the server's own time for one, in milliseconds. */
export interface KeptPages {
  perSecond: number
  p99: number
  processorMs: number
}

/** Processor time that a process has used with all its threads, in milliseconds (Linux tells it; elsewhere 0). */
function processorTime(pid: number): number {
  try {
    const afterName = readFileSync(`/proc/${String(pid)}/stat`, 'utf8').replace(/^.*\) /, '')
    const [user = 0, system = 0] = afterName.split(' ').slice(11, 13).map(Number)
    // Linux counts in hundredths of a second.
    return (user + system) * 10
  } catch {
    return 0
  }
}

/**
 * Serves kept pages over eight connections. The time of the server's process is what counts: who asks shares the processors with it.
 * @param pid the web server's process
 */
export async function keptPages(base: string, pid: number, pages = 40_000): Promise<KeptPages> {
  const routes = ['/', '/products', '/products/riva-pebble', '/categories/accessories']
  const urlOf = (index: number) => base + (routes[index % routes.length] ?? '/')
  await serve(urlOf, 4000, 8)
  const before = processorTime(pid)
  const { perSecond, p99 } = await serve(urlOf, pages, 8)
  return { perSecond, p99, processorMs: (processorTime(pid) - before) / pages }
}
