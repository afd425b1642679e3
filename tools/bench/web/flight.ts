import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { middle } from './middle'
import { watchPace } from './pace'
import { openPhone, slowDown, type Network } from './phone'
import { countTraffic, workerTraffic, type Share, type WorkerTraffic } from './traffic'

/** How a page arrives on a slow phone that has never been here, until it has rested. Times in milliseconds. */
export interface Flight {
  firstPaint: number
  largestPaint: number
  /** What was painted then. */
  largest: string
  layoutShift: number
  /** What tasks took beyond 50 ms each. */
  blocked: number
  longestTask: number
  owners: Record<string, Share>
  worker: WorkerTraffic
}

/** Opens a page as that phone does. @param restMs how long it is watched after its load event */
export async function fly(browser: Browser, url: string, network: Network, restMs: number): Promise<Flight> {
  const { context, page, devtools } = await openPhone(browser)
  try {
    const traffic = await countTraffic(devtools)
    await slowDown(devtools, network)
    const pace = await watchPace(page)
    await page.goto(url, { waitUntil: 'load' })
    await wait(restMs)
    const { longTasks, ...paints } = await pace()
    return {
      ...paints,
      blocked: longTasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
      longestTask: Math.max(0, ...longTasks),
      owners: traffic(),
      worker: await workerTraffic(context),
    }
  } finally {
    await context.close()
  }
}

/** The middle of each figure, and the worst layout shift. @throws Error without flights */
export function middleFlight(flights: readonly Flight[]): Flight {
  const [first] = flights
  if (!first) throw new Error('A median needs at least one flight')
  const of = (read: (flight: Flight) => number) => middle(flights.map(read))
  const names = new Set(flights.flatMap(({ owners }) => Object.keys(owners)))
  const share = (owner: string): Share => ({
    bytes: of(({ owners }) => owners[owner]?.bytes ?? 0),
    requests: of(({ owners }) => owners[owner]?.requests ?? 0),
  })
  return {
    firstPaint: of((flight) => flight.firstPaint),
    largestPaint: of((flight) => flight.largestPaint),
    largest: first.largest,
    layoutShift: Math.max(...flights.map((flight) => flight.layoutShift)),
    blocked: of((flight) => flight.blocked),
    longestTask: of((flight) => flight.longestTask),
    owners: Object.fromEntries([...names].map((name) => [name, share(name)])),
    worker: {
      bytes: of(({ worker }) => worker.bytes),
      requests: of(({ worker }) => worker.requests),
      fromCache: of(({ worker }) => worker.fromCache),
    },
  }
}
