import { cacheName, type Kind } from './edition'

// Maximum number of entries; the other caches are limited by the edition's list of files.
const limits: Partial<Record<Kind, number>> = { pages: 60, media: 150 }

/** Adds a response to a cache; beyond its limit the oldest entries are evicted. */
export async function addToCache(kind: Kind, url: string, response: Response): Promise<void> {
  const cache = await caches.open(cacheName(kind))
  // Deleted first, so that the entry becomes the newest.
  await cache.delete(url)
  await cache.put(url, response)
  const limit = limits[kind]
  if (!limit) return
  const keys = await cache.keys()
  for (const oldest of keys.slice(0, Math.max(0, keys.length - limit))) await cache.delete(oldest)
}

/** The cached response for a URL, undefined without one. */
export async function cached(kind: Kind, url: string): Promise<Response | undefined> {
  return (await caches.open(cacheName(kind))).match(url, { ignoreVary: true })
}
