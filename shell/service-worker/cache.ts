import { cacheName, type Kind } from './edition'

// How many entries a cache holds at most; without a limit where the edition itself is one.
const limits: Partial<Record<Kind, number>> = { pages: 60, media: 150 }

/** Adds a response to a cache; beyond its limit the oldest entries go. */
export async function addToCache(kind: Kind, url: string, response: Response): Promise<void> {
  const cache = await caches.open(cacheName(kind))
  // Put again, an entry becomes the newest.
  await cache.delete(url)
  await cache.put(url, response)
  const limit = limits[kind]
  if (!limit) return
  const keys = await cache.keys()
  for (const oldest of keys.slice(0, Math.max(0, keys.length - limit))) await cache.delete(oldest)
}

/** The cached response of an address, undefined without one. */
export async function cached(kind: Kind, url: string): Promise<Response | undefined> {
  return (await caches.open(cacheName(kind))).match(url, { ignoreVary: true })
}
