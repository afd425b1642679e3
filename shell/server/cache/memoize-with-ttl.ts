import { LRUCache } from 'lru-cache'

/** A lookup whose results are cached by key. */
export interface Memoized<T> {
  /** @throws what the lookup throws; failures are not cached */
  get(key: string): Promise<T>
  /** Empties the cache; the result of a pending lookup is not cached. */
  clear(): void
}

/**
 * Caches the results of a lookup, so that a popular page costs the backend one read.
 * @param ttlMs how long a result is cached, in milliseconds
 * @param max results cached; the least recently used are evicted first
 * @param now a clock, in milliseconds, above zero
 */
export function memoizeWithTtl<T>(
  lookup: (key: string) => Promise<T>,
  { ttlMs, max = 1000, now = Date.now }: { ttlMs: number; max?: number; now?: () => number },
): Memoized<T> {
  const cache = new LRUCache<string, { value: T }>({
    max,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: async (key) => ({ value: await lookup(key) }),
    ignoreFetchAbort: true,
  })
  return {
    get: async (key) => (await cache.forceFetch(key)).value,
    clear: () => {
      cache.clear()
    },
  }
}
