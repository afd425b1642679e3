import type { TextStorage } from '@shop/state'

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

/** The cookie by which the web server knows a visitor who came without scripts. Scripts take the id out of it. */
export const guestCookie = storageKey

/** The cookie by which the cart's form is told the id that the scripts keep, should they be missing one day. */
export const formCookie = 'aurelle_form_session_id'

/** Address of the cart's form. The cookie for it goes nowhere else, so that every other page stays everyone's. */
export const cartFormPath = '/cart/items'

/** How long both cookies are kept: a year, in seconds. */
export const guestCookieSeconds = 365 * 24 * 60 * 60

/** Whether a cookie's value is a guest's id. */
export const isGuestId = (value: string | undefined): value is string =>
  value !== undefined && idForm.test(value)

/** The guest id in the text of `document.cookie`, or null. */
export function guestIdIn(cookies: string): string | null {
  const prefix = `${guestCookie}=`
  const values = cookies.split('; ').filter((cookie) => cookie.startsWith(prefix))
  return values.map((cookie) => cookie.slice(prefix.length)).find(isGuestId) ?? null
}

/** Tells the cart's form who the guest is, or that there is none: without scripts the same cart goes on. */
function tellForm(id: string | null): void {
  if (typeof document === 'undefined') return
  document.cookie = id
    ? `${formCookie}=${id}; Path=${cartFormPath}; Max-Age=${String(guestCookieSeconds)}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
    : `${formCookie}=; Path=${cartFormPath}; Max-Age=0`
}

/** An id that nobody can guess. */
export function newGuestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `session_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** @param storage where the id is kept between visits */
export function createGuest(storage: TextStorage): Guest {
  const keep = (id: string) => {
    storage.setItem(storageKey, id)
    tellForm(id)
    return id
  }
  const known = storage.getItem(storageKey)
  if (known) tellForm(known)
  return {
    id: () => storage.getItem(storageKey),
    ensure: () => storage.getItem(storageKey) ?? keep(newGuestId()),
    adopt(id) {
      if (!storage.getItem(storageKey)) keep(id)
    },
    clear() {
      storage.removeItem(storageKey)
      tellForm(null)
    },
  }
}
