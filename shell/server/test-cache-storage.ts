/** A browser's caches: responses by URL, by name of the cache. */
export type StoredCaches = Map<string, Map<string, Response>>

/** The parts of CacheStorage that the service worker uses, over a map. */
export function cacheStorage(stored: StoredCaches) {
  return {
    open(name: string) {
      const entries = stored.get(name) ?? new Map<string, Response>()
      stored.set(name, entries)
      return Promise.resolve({
        match: (key: string) => Promise.resolve(entries.get(key)?.clone()),
        put: (key: string, response: Response) => Promise.resolve(void entries.set(key, response)),
        delete: (key: string) => Promise.resolve(entries.delete(key)),
        keys: () => Promise.resolve([...entries.keys()]),
      })
    },
    keys: () => Promise.resolve([...stored.keys()]),
    delete: (name: string) => Promise.resolve(stored.delete(name)),
  }
}
