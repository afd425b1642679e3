import type { TextStorage } from '@shop/state'

/** The stored session, as far as its expiry goes; times in seconds since 1970. */
interface Expiring {
  access_token: string
  expires_at: number
}

/** A rounded second, and the time that a response takes. */
const toleranceSeconds = 10

const nowInSeconds = () => Math.floor(Date.now() / 1000)

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const isExpiring = (value: unknown): value is Expiring =>
  typeof value === 'object' &&
  value !== null &&
  'access_token' in value &&
  typeof value.access_token === 'string' &&
  'expires_at' in value &&
  typeof value.expires_at === 'number'

const expiring = (text: string | null): Expiring | null => {
  const value = parse(text)
  return isExpiring(value) ? value : null
}

/** For how many seconds the server gave a token; NaN when it does not say. */
function lifetimeOf(token: string): number {
  try {
    const claims: unknown = JSON.parse(
      atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    )
    const { exp, iat } = { exp: Number.NaN, iat: Number.NaN, ...(typeof claims === 'object' && claims) }
    return Number(exp) - Number(iat)
  } catch {
    return Number.NaN
  }
}

/**
 * Storage in which a session ends by the clock of this device, counted from when it was received. The server's time of its end would
 * renew it at every request where that clock is fast, and keep it too long where it is slow.
 */
export function withDeviceExpiry(storage: TextStorage): TextStorage {
  return {
    getItem(key) {
      const text = storage.getItem(key)
      const session = expiring(text)
      // The clock was set back since: when the session ends is not known, so it is renewed.
      const isUnknown =
        session !== null &&
        session.expires_at > nowInSeconds() + lifetimeOf(session.access_token) + toleranceSeconds
      return isUnknown ? JSON.stringify({ ...session, expires_at: 1 }) : text
    },
    setItem(key, text) {
      const session = expiring(text)
      const lifetime = session ? lifetimeOf(session.access_token) : Number.NaN
      if (!session || Number.isNaN(lifetime)) {
        storage.setItem(key, text)
        return
      }
      const stored = expiring(storage.getItem(key))
      const isStored = stored?.access_token === session.access_token
      const expiresAt = isStored ? stored.expires_at : nowInSeconds() + lifetime
      storage.setItem(key, JSON.stringify({ ...session, expires_at: expiresAt }))
    },
    removeItem(key) {
      storage.removeItem(key)
    },
  }
}

/** Storage that ends with the page. */
export function memoryStorage(): TextStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, text) {
      kept.set(key, text)
    },
    removeItem(key) {
      kept.delete(key)
    },
  }
}
