import { LRUCache } from 'lru-cache'
import { fetchWithTimeout } from './fetch-with-timeout'

interface CachedResponse {
  body: string
  status: number
  headers: Headers
}

/** Reads of what every visitor may see, made once for all pages that show it. */
export interface ResponseCache {
  /** As the platform's fetch; only successful reads without a visitor's session are cached. */
  fetch: typeof fetch
  /** Empties the cache; a read under way is answered and not cached. */
  clear(): void
}

export interface ResponseCacheOptions {
  /** How long a read counts where no change is heard of, in milliseconds. */
  ttlMs?: number
  /** Reads held; those not asked for longest go first. */
  max?: number
  /** Characters of all bodies held. */
  maxSize?: number
  /** A clock, in milliseconds, above zero. */
  now?: () => number
}

// What an answer depends on besides its address.
const varyHeaders = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit']
const sessionHeaders = ['authorization', 'x-session-id', 'x-checkout-session']

/** An answer that is handed to those who asked for it and not cached. */
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
      const answer = await fetchInTime(url, { headers })
      const response = { body: await answer.text(), status: answer.status, headers: answer.headers }
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
