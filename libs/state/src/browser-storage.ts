/** The browser's storage that outlives the tab, or the one that ends with it. */
export type StorageName = 'local' | 'session'

/** The calls of a browser's storage that the shop needs. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

/** @throws where there is no browser, and in private windows that refuse storage */
function areaOf(name: StorageName): TextStorage {
  // Some servers have a local storage too, one for all their visitors.
  if (typeof document === 'undefined') throw new Error('No browser')
  return name === 'local' ? localStorage : sessionStorage
}

/** The text stored under a key, or null: also on a server and where the browser refuses. */
export function readText(name: StorageName, key: string): string | null {
  try {
    return areaOf(name).getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a text under a key; null removes it.
 * @returns false where that is refused: on a server, in some private windows, and when the storage is full
 */
export function writeText(name: StorageName, key: string, text: string | null): boolean {
  try {
    const area = areaOf(name)
    if (text === null) area.removeItem(key)
    else area.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** The browser's local storage. What it refuses is in memory, for as long as the returned object. */
export function safeLocalStorage(): TextStorage {
  const memory = new Map<string, string>()
  return {
    getItem: (key) => memory.get(key) ?? readText('local', key),
    setItem(key, text) {
      if (writeText('local', key, text)) memory.delete(key)
      else memory.set(key, text)
    },
    removeItem(key) {
      memory.delete(key)
      writeText('local', key, null)
    },
  }
}
