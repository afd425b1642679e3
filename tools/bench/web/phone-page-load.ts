import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { median } from './median'
import { watchPaintTimings } from './paint-timings'
import { openPhone, slowDown, type Network } from './phone'
import { countTraffic, workerTraffic, type Share, type WorkerTraffic } from './traffic'

/** The first load of a page on a slow phone with an empty cache. Times in milliseconds. */
export interface PhonePageLoad {
  firstPaint: number
  largestPaint: number
  /** The element or file of the largest paint. */
  largest: string
  layoutShift: number
  /** The sum over all tasks of the time beyond 50 ms each. */
  blocked: number
  longestTask: number
  owners: Record<string, Share>
  worker: WorkerTraffic
}

/** Loads a page on such a phone. @param watchMs how long it is watched after its load event */
export async function loadOnPhone(
  browser: Browser,
  url: string,
  network: Network,
  watchMs: number,
): Promise<PhonePageLoad> {
  const { context, page, devtools } = await openPhone(browser)
  try {
    const traffic = await countTraffic(devtools)
    await slowDown(devtools, network)
    const readTimings = await watchPaintTimings(page)
    await page.goto(url, { waitUntil: 'load' })
    await wait(watchMs)
    const { longTasks, ...paints } = await readTimings()
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

/** The median of each figure, and the worst layout shift. @throws Error without loads */
export function medianPageLoad(loads: readonly PhonePageLoad[]): PhonePageLoad {
  const [first] = loads
  if (!first) throw new Error('A median needs at least one page load')
  const of = (read: (load: PhonePageLoad) => number) => median(loads.map(read))
  const names = new Set(loads.flatMap(({ owners }) => Object.keys(owners)))
  const share = (owner: string): Share => ({
    bytes: of(({ owners }) => owners[owner]?.bytes ?? 0),
    requests: of(({ owners }) => owners[owner]?.requests ?? 0),
  })
  return {
    firstPaint: of((load) => load.firstPaint),
    largestPaint: of((load) => load.largestPaint),
    largest: first.largest,
    layoutShift: Math.max(...loads.map((load) => load.layoutShift)),
    blocked: of((load) => load.blocked),
    longestTask: of((load) => load.longestTask),
    owners: Object.fromEntries([...names].map((name) => [name, share(name)])),
    worker: {
      bytes: of(({ worker }) => worker.bytes),
      requests: of(({ worker }) => worker.requests),
      fromCache: of(({ worker }) => worker.fromCache),
    },
  }
}
