import type { KeptStorage } from './kept-storage'

const storageKey = 'aurelle_session_id'

/** The anonymous shopper's identity: whoever knows this id owns the guest cart, so it is long and random. */
export interface Guest {
  /** The id, or null when this visitor never needed one. */
  id(): string | null
  /** The id, made now if there is none. */
  ensure(): string
  /** Forgets the id, and with it the guest cart on this device. */
  clear(): void
}

/** @param storage where the id is kept between visits */
export function createGuest(storage: KeptStorage): Guest {
  return {
    id: () => storage.getItem(storageKey),
    ensure() {
      const known = storage.getItem(storageKey)
      if (known) return known
      const bytes = crypto.getRandomValues(new Uint8Array(24))
      const id = `session_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
      storage.setItem(storageKey, id)
      return id
    },
    clear: () => { storage.removeItem(storageKey) },
  }
}
