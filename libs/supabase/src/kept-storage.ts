/** The few calls of the browser's storage that the shop needs. */
export interface KeptStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * The browser's local storage, or, where that is missing or refused (a server, some private windows), a memory that
 * lives as long as what was created with it.
 */
export function keptStorage(): KeptStorage {
  try {
    // Some servers have a local storage too, one for all their visitors.
    if (typeof document === 'undefined') throw new Error('No browser')
    const { localStorage } = globalThis
    localStorage.getItem('')
    return localStorage
  } catch {
    const kept = new Map<string, string>()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }
  }
}
