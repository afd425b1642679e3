import { Agent, request } from 'node:http'
import { processorSeconds } from './server-process'

/** How fast pages were served: pages a second, and the time that 99 of 100 stayed below, in milliseconds. */
export interface Rate {
  perSecond: number
  p99: number
  /** Time that all threads of the server took for a page, in milliseconds (Linux tells it; elsewhere NaN). */
  cpuMs: number
  /** Requests that were rejected, since the server had too much to do; they count for nothing else. */
  rejected: number
}

/** Asks for a page. @returns false when the server is too busy to render it */
function get(agent: Agent, url: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const requested = request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      const { statusCode } = response
      if (statusCode !== 200 && statusCode !== 503) reject(new Error(`${url} answered ${String(statusCode)}`))
      response.resume().once('end', () => {
        resolve(statusCode === 200)
      })
    })
    requested.once('error', reject).end()
  })
}

/** Pages asked for over this many kept connections. */
const atOnce = 16

/**
 * Asks for so many pages.
 * @param pid of the process that serves them
 * @param urlOf the address of the page asked for as the nth
 */
export async function serve(pid: number, urlOf: (index: number) => string, pages: number): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const took: number[] = []
  const [from, before] = [performance.now(), processorSeconds(pid)]
  let next = 0
  const visitor = async () => {
    while (next < pages) {
      const requested = performance.now()
      if (await get(agent, urlOf(next++))) took.push(performance.now() - requested)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visitor))
  const seconds = (performance.now() - from) / 1000
  agent.destroy()
  return {
    perSecond: took.length / seconds,
    p99: took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0,
    cpuMs: (1000 * (processorSeconds(pid) - before)) / took.length,
    rejected: pages - took.length,
  }
}
