import { cacheName, isExpected, type Kind } from './release-set'
import { withTimeout } from './with-timeout'

// Maximum number of entries; the other caches are limited by the release set's list of files.
const limits: Partial<Record<Kind, number>> = { pages: 60, media: 150 }
const storageTimeoutMs = 1000

/**
 * Adds a copy of a response to a cache; beyond its limit the oldest entries are evicted.
 * @throws Error when the response is not what was asked for, or the storage fails
 */
export async function addToCache(kind: Kind, url: string, response: Response): Promise<void> {
  if (!isExpected(kind, response)) throw new TypeError(`Unexpected response for ${url}`)
  // Without a length nobody can tell that the end of a picture is missing.
  if (kind === 'media' && !response.headers.has('content-length'))
    throw new TypeError(`Response without a length for ${url}`)
  const copy = response.clone()
  if ((kind === 'pages' || kind === 'offline pages') && !/<\/html>\s*$/.test(await copy.clone().text()))
    throw new TypeError(`Incomplete response for ${url}`)
  const cache = await caches.open(cacheName(kind))
  await cache.put(url, copy)
  const limit = limits[kind]
  if (!limit) return
  const keys = await cache.keys()
  for (const oldest of keys.slice(0, Math.max(0, keys.length - limit))) await cache.delete(oldest)
}

async function lookUp(kind: Kind, url: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName(kind))
  const response = await cache.match(url, { ignoreVary: true })
  if (!response || isExpected(kind, response)) return response
  await cache.delete(url, { ignoreVary: true })
  return undefined
}

/** The cached response for a URL; undefined without one, and when the storage fails or does not answer. */
export const cached = (kind: Kind, url: string): Promise<Response | undefined> =>
  withTimeout(storageTimeoutMs, lookUp(kind, url)).catch(() => undefined)
