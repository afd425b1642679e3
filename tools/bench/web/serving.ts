import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** How fast pages were served: pages a second, and the time that 99 of 100 stayed below, in milliseconds. */
export interface Rate {
  perSecond: number
  p99: number
}

function get(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const requested = request(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${String(answer.statusCode)}`))
      answer.resume().once('end', resolve)
    })
    requested.once('error', reject).end()
  })
}

/** Asks for so many pages over a few kept connections. @param urlOf the address of the page asked for as the nth */
export async function serve(urlOf: (index: number) => string, pages: number, atOnce = 16): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const took: number[] = []
  const from = performance.now()
  let next = 0
  const visitor = async () => {
    while (next < pages) {
      const requested = performance.now()
      await get(agent, urlOf(next++))
      took.push(performance.now() - requested)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visitor))
  const seconds = (performance.now() - from) / 1000
  agent.destroy()
  return { perSecond: pages / seconds, p99: took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0 }
}

/** Memory that a process holds, in MB (Linux tells it; elsewhere 0). */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
