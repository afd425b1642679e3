import type { KeptStorage } from './kept-storage'

const storageKey = 'aurelle_session_id'
const idForm = /^session_[0-9a-f]{48}$/

/** The anonymous shopper's identity: whoever knows this id owns the guest cart, so it is long and random. */
export interface Guest {
  /** The id, or null when this visitor never needed one. */
  id(): string | null
  /** The id, made now if there is none. */
  ensure(): string
  /** Takes on an id given elsewhere, unless there is one. */
  adopt(id: string): void
  /** Forgets the id, and with it the guest cart on this device. */
  clear(): void
}

/** The cookie by which the web server knows a visitor who came without scripts. */
export const guestCookie = storageKey

/** The guest id in the text of a `Cookie` header or of `document.cookie`, or null. */
export function guestIdIn(cookies: string): string | null {
  const values = cookies.split('; ').flatMap((cookie) => (cookie.startsWith(`${guestCookie}=`) ? [cookie.slice(guestCookie.length + 1)] : []))
  return values.find((value) => idForm.test(value)) ?? null
}

/** An id that nobody can guess. */
export function newGuestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `session_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** @param storage where the id is kept between visits */
export function createGuest(storage: KeptStorage): Guest {
  return {
    id: () => storage.getItem(storageKey),
    ensure() {
      const known = storage.getItem(storageKey)
      if (known) return known
      const id = newGuestId()
      storage.setItem(storageKey, id)
      return id
    },
    adopt(id) {
      if (!storage.getItem(storageKey)) storage.setItem(storageKey, id)
    },
    clear: () => { storage.removeItem(storageKey) },
  }
}
