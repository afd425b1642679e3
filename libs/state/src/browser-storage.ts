/** localStorage, or sessionStorage, which ends with the tab. */
export type StorageName = 'local' | 'session'

/** The part of the Web Storage API that the shop uses. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

/**
 * Null on a server: Node has a localStorage too, which all visitors would share.
 * @throws in private windows that block storage
 */
function areaOf(name: StorageName): TextStorage | null {
  if (typeof document === 'undefined') return null
  return name === 'local' ? localStorage : sessionStorage
}

/** The text stored under a key, or null; also null on a server and where storage is blocked. */
export function readText(name: StorageName, key: string): string | null {
  try {
    return areaOf(name)?.getItem(key) ?? null
  } catch {
    return null
  }
}

/**
 * Stores a text under a key; null removes it.
 * @returns false on a server, where storage is blocked, and when it is full
 */
export function writeText(name: StorageName, key: string, text: string | null): boolean {
  try {
    const area = areaOf(name)
    if (!area) return false
    if (text === null) area.removeItem(key)
    else area.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** localStorage that falls back to memory where storage is blocked or full. */
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
