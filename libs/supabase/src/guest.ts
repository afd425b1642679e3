import type { TextStorage } from '@shop/state'

/**
 * Where the id of a guest is kept: the key in the browser's storage, and the cookie of a guest without scripts, which the web server
 * sets and scripts adopt the id from.
 */
export const guestCookie = 'aurelle_session_id'

const idPattern = /^session_[0-9a-f]{48}$/

/** The guest's id. It grants access to the guest's cart, so it is long and random. */
export interface Guest {
  /** The id, or null if none was created yet. */
  id(): string | null
  /** The id, created if there is none. */
  ensure(): string
  /** Stores an id created by the web server, unless there is one. */
  adopt(id: string): void
  /** Removes the id, and with it access to the guest cart. */
  clear(): void
}

/** Cookie that sends the id of a guest with scripts along with the cart form, in case scripts fail on a later visit. */
export const formCookie = 'aurelle_form_session_id'

/** Path of the cart form, to which its cookie is limited, so that all other pages can be cached for everyone. */
export const cartFormPath = '/cart/items'

/** Max-Age of both cookies: a year, in seconds. */
export const guestCookieSeconds = 365 * 24 * 60 * 60

/** Whether a cookie's value is a guest id. */
export const isGuestId = (value: string | undefined): value is string =>
  value !== undefined && idPattern.test(value)

/** The guest id in the text of `document.cookie`, or null. */
export function guestIdIn(cookies: string): string | null {
  return new RegExp(`(?:^|; )${guestCookie}=(session_[0-9a-f]{48})(?:;|$)`).exec(cookies)?.[1] ?? null
}

/** Sets or deletes the cookie of the cart form. */
function syncFormCookie(id: string | null): void {
  if (typeof document === 'undefined') return
  document.cookie = id
    ? `${formCookie}=${id}; Path=${cartFormPath}; Max-Age=${String(guestCookieSeconds)}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
    : `${formCookie}=; Path=${cartFormPath}; Max-Age=0`
}

/** A new id of 192 random bits. */
export function newGuestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `session_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** @param storage where the id is stored between visits */
export function createGuest(storage: TextStorage): Guest {
  const store = (id: string) => {
    storage.setItem(guestCookie, id)
    syncFormCookie(id)
    return id
  }
  const storedId = storage.getItem(guestCookie)
  if (storedId) syncFormCookie(storedId)
  return {
    id: () => storage.getItem(guestCookie),
    ensure: () => storage.getItem(guestCookie) ?? store(newGuestId()),
    adopt(id) {
      if (!storage.getItem(guestCookie)) store(id)
    },
    clear() {
      storage.removeItem(guestCookie)
      syncFormCookie(null)
    },
  }
}
