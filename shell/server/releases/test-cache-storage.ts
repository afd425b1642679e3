/** A browser's caches: responses by URL, by name of the cache. */
export type StoredCaches = Map<string, Map<string, Response>>

/** The parts of CacheStorage that the service worker uses. */
export interface FakeCaches {
  open(name: string): Promise<{
    match(key: string): Promise<Response | undefined>
    put(key: string, response: Response): Promise<void>
    delete(key: string): Promise<boolean>
    keys(): Promise<string[]>
  }>
  keys(): Promise<string[]>
  delete(name: string): Promise<boolean>
}

/** A CacheStorage over a map. */
export function cacheStorage(stored: StoredCaches): FakeCaches {
  return {
    open(name) {
      const entries = stored.get(name) ?? new Map<string, Response>()
      stored.set(name, entries)
      return Promise.resolve({
        match: (key) => Promise.resolve(entries.get(key)?.clone()),
        async put(key, response) {
          const { status, headers } = response
          const whole = new Response(await response.arrayBuffer(), { status, headers })
          entries.delete(key)
          entries.set(key, whole)
        },
        delete: (key) => Promise.resolve(entries.delete(key)),
        keys: () => Promise.resolve([...entries.keys()]),
      })
    },
    keys: () => Promise.resolve([...stored.keys()]),
    delete: (name) => Promise.resolve(stored.delete(name)),
  }
}
