import type { TextStorage } from '@shop/state'

/**
 * Key of the guest's id in the browser's storage, and name of the cookie that has it too, but for its prefix. By the cookie the
 * web server knows whose cart a form fills; pages that differ by it are cached for nobody.
 */
export const guestCookie = 'aurelle_session_id'

/** Key of the id under which the cart goes on once a checkout has begun, while nobody knows whether it has. */
const nextKey = 'aurelle_next_session_id'

// As the database takes it.
const idPattern = /^session_[A-Za-z0-9_-]{16,120}$/

/** The guest's id. It grants access to the guest's cart, so it is long and random. */
export interface Guest {
  /** The id, or null if none was created yet. */
  id(): string | null
  /** The id, created if there is none. */
  ensure(): string
  /** Stores the id that a form has brought, which is the last one. */
  adopt(id: string): void
  /** The id that follows with the next checkout: the same until it has begun or was rejected. Null without a guest. */
  prepareNextId(): string | null
  /** Stores the next id that a form has brought. */
  adoptNextId(id: string): void
  /** The id that followed with a checkout whose answer was lost; null where none was. */
  pendingNextId(): string | null
  /** Makes the next id the guest's: the cart has moved to it. */
  moveToNextId(): void
  /** Forgets the next id: the cart is still under the guest's. */
  discardNextId(): void
  /** Removes the id, and with it access to the guest cart. */
  clear(): void
}

/** Max-Age of the cookie: a year, in seconds. */
export const guestCookieSeconds = 365 * 24 * 60 * 60

/** Whether a cookie's value is a guest id. */
export const isGuestId = (value: string | undefined): value is string =>
  value !== undefined && idPattern.test(value)

/**
 * The name of a cookie of the shop, with the prefix by which a browser takes it from the shop's own host alone: no other host of
 * the domain can plant it. Only where the browser would reject it does a site without https do without the prefix.
 * @param url an address of the shop, as its visitors have it
 */
export function hostCookie(name: string, url: string, userAgent: string): string {
  const { protocol, hostname } = new URL(url)
  // WebKit wants https on this machine too; Chromium and Firefox do not.
  const isWebKit = /AppleWebKit\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent)
  const isTaken = protocol === 'https:' || (['localhost', '127.0.0.1'].includes(hostname) && !isWebKit)
  return isTaken ? `__Host-${name}` : name
}

const nameHere = (name: string) => hostCookie(name, location.href, navigator.userAgent)

function writeCookie(name: string, value: string, seconds: number): void {
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; Max-Age=${String(seconds)}; SameSite=Lax${secure}`
}

/** Sets or deletes the cookie. */
function syncCookie(id: string | null): void {
  if (typeof document !== 'undefined')
    writeCookie(nameHere(guestCookie), id ?? '', id === null ? 0 : guestCookieSeconds)
}

/** The guest's id in the cookie, which a form may have brought; null without one. An invalid one is deleted. */
export function readGuestCookie(): string | null {
  const name = nameHere(guestCookie)
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  const id = entry?.slice(name.length + 1)
  if (isGuestId(id)) return id
  if (id !== undefined) syncCookie(null)
  return null
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
    syncCookie(id)
    return id
  }
  const discardNextId = () => {
    storage.removeItem(nextKey)
  }
  // The backend rejects any other id, at each request.
  const stored = (key: string) => {
    const value = storage.getItem(key)
    if (value === null || isGuestId(value)) return value
    storage.removeItem(key)
    return null
  }
  const id = () => stored(guestCookie)
  const pendingNextId = () => (id() === null ? null : stored(nextKey))
  const storedId = id()
  if (storedId) syncCookie(storedId)
  return {
    id,
    ensure: () => id() ?? store(newGuestId()),
    adopt: store,
    prepareNextId() {
      const known = pendingNextId()
      if (known !== null || id() === null) return known
      const made = newGuestId()
      storage.setItem(nextKey, made)
      return made
    },
    adoptNextId(id) {
      storage.setItem(nextKey, id)
    },
    pendingNextId,
    moveToNextId() {
      const next = pendingNextId()
      discardNextId()
      if (next !== null) store(next)
    },
    discardNextId,
    clear() {
      discardNextId()
      storage.removeItem(guestCookie)
      syncCookie(null)
    },
  }
}
