import { LRUCache } from 'lru-cache'
import { fetchWithTimeout } from '../http/fetch-with-timeout'

interface CachedResponse {
  body: string
  status: number
  headers: Headers
}

/** Caches responses to reads of public data, for all pages that show it. */
export interface ResponseCache {
  /** As the platform's fetch; only successful reads without a visitor's session are cached. */
  fetch: typeof fetch
  /** Empties the cache; the response to a pending read is not cached. */
  clear(): void
}

export interface ResponseCacheOptions {
  /** How long a response is cached when no change is announced, in milliseconds. */
  ttlMs?: number
  /** Responses cached; the least recently used are evicted first. */
  max?: number
  /** Characters of all cached bodies. */
  maxSize?: number
  /** A clock, in milliseconds, above zero. */
  now?: () => number
}

// Request headers that a response depends on.
const varyHeaders = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit']
const sessionHeaders = ['authorization', 'x-session-id', 'x-checkout-session']

/** A response that is returned to its callers and not cached. */
class Uncacheable extends Error {
  constructor(readonly response: CachedResponse) {
    super(`The backend answered ${String(response.status)}`)
  }
}

export function responseCache({
  ttlMs = 30_000,
  max = 2000,
  maxSize = 64 * 1024 * 1024,
  now = Date.now,
}: ResponseCacheOptions = {}): ResponseCache {
  const fetchInTime = fetchWithTimeout()
  const cache = new LRUCache<string, CachedResponse, { url: string; headers: Headers }>({
    max,
    maxSize,
    sizeCalculation: ({ body }) => body.length + 1,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: { url, headers } }) {
      const result = await fetchInTime(url, { headers })
      const response = { body: await result.text(), status: result.status, headers: result.headers }
      if (response.status >= 300) throw new Uncacheable(response)
      return response
    },
  })
  const read = (url: string, headers: Headers): Promise<CachedResponse> => {
    const key = [url, ...varyHeaders.map((name) => headers.get(name) ?? '')].join('\n')
    return cache.forceFetch(key, { context: { url, headers } }).catch((error: unknown) => {
      if (error instanceof Uncacheable) return error.response
      throw error
    })
  }
  return {
    async fetch(input, init) {
      const headers = new Headers(init?.headers)
      const isRead = (init?.method ?? 'GET') === 'GET' && !(input instanceof Request)
      if (!isRead || sessionHeaders.some((name) => headers.has(name))) return fetchInTime(input, init)
      const { body, ...response } = await read(String(input), headers)
      return new Response(body, response)
    },
    clear: () => {
      cache.clear()
    },
  }
}
