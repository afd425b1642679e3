import type { BrowserContext, CDPSession } from 'playwright'

/** The traffic of the network, in bytes and responses. */
export interface Share {
  bytes: number
  requests: number
}

interface Fetched {
  owner: string
  bytes: number
  isFromCache: boolean
}

const byType: Readonly<Record<string, string>> = {
  Document: 'HTML',
  Font: 'fonts',
  Image: 'pictures',
  Fetch: 'data',
  XHR: 'data',
}

function ownerOf(url: string, type = ''): string {
  // A prefetched file is not yet known to be a script.
  if (type === 'Script' || url.endsWith('.js'))
    return /\/releases\/([^/]+)\//.exec(url)?.[1] ?? 'other scripts'
  return byType[type] ?? 'other'
}

/**
 * Counts from here on what a page fetches.
 * @returns reads what was counted so far: scripts by the member whose release they are of, then fonts, pictures, HTML, data and
 * whatever else
 */
export async function countTraffic(devtools: CDPSession): Promise<() => Record<string, Share>> {
  const fetched = new Map<string, Fetched>()
  devtools.on('Network.requestWillBeSent', ({ requestId, type, request: { url } }) => {
    if (!/^https?:/.test(url)) return
    fetched.set(requestId, { owner: ownerOf(url, type), bytes: 0, isFromCache: false })
  })
  const cached = (requestId: string) => {
    const request = fetched.get(requestId)
    if (request) request.isFromCache = true
  }
  devtools.on('Network.requestServedFromCache', ({ requestId }) => {
    cached(requestId)
  })
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) cached(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = fetched.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await devtools.send('Network.enable')
  return () => {
    const owners: Record<string, Share> = {}
    for (const { owner, bytes, isFromCache } of fetched.values()) {
      if (isFromCache) continue
      const share = (owners[owner] ??= { bytes: 0, requests: 0 })
      share.bytes += bytes
      share.requests += 1
    }
    return owners
  }
}

/** What the service worker has fetched, and how many of that from the browser's cache. */
export interface WorkerTraffic extends Share {
  fromCache: number
}

/** What the service worker of a visitor has fetched so far, its own script left out. */
export async function workerTraffic(context: BrowserContext): Promise<WorkerTraffic> {
  const none = { bytes: 0, requests: 0, fromCache: 0 }
  const [worker] = context.serviceWorkers()
  if (!worker) return none
  return worker.evaluate(() => {
    const entries = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => 'transferSize' in entry)
    return {
      bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0),
      requests: entries.length,
      fromCache: entries.filter(({ transferSize }) => transferSize === 0).length,
    }
  })
}
