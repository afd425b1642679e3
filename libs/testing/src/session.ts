import { shopSessionKey, staffSessionKey } from '@shop/supabase/session-keys'

interface User {
  id: string
  email: string
  user_metadata: { first_name?: string; last_name?: string }
}

/** The user that the fake signs in by default. */
export const shopper: User = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'shopper@aurelle.test',
  user_metadata: { first_name: 'Ada', last_name: 'Lane' },
}

const base64url = (json: object) =>
  btoa(JSON.stringify(json)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** An access token with a user and an expiry date that clients can read; its signature is none. */
const tokenOf = (user: User, expiresAt: number) =>
  [
    { alg: 'HS256', typ: 'JWT' },
    { sub: user.id, exp: expiresAt },
  ]
    .map(base64url)
    .join('.') + '.c2lnbmF0dXJl'

/**
 * A session as GoTrue returns it.
 * @param expiresAt seconds since 1970; in an hour by default
 */
export const sessionOf = (user: User = shopper, expiresAt = Math.floor(Date.now() / 1000) + 3600) => ({
  access_token: tokenOf(user, expiresAt),
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: expiresAt,
  user,
})

interface Stored {
  user?: User
  /** Seconds since 1970; in an hour by default. */
  expiresAt?: number
}

/** Stores a shopper's session in this browser, as an earlier visit would have. */
export function storeSession({ user, expiresAt }: Stored = {}): void {
  localStorage.setItem(shopSessionKey, JSON.stringify(sessionOf(user, expiresAt)))
}

/** Stores a session of the back office in this browser, as an earlier visit would have. */
export function storeStaffSession({ user, expiresAt }: Stored = {}): void {
  localStorage.setItem(staffSessionKey, JSON.stringify(sessionOf(user, expiresAt)))
}

/** The stored session of the shop as JSON, or null. */
export const storedSession = (): string | null => localStorage.getItem(shopSessionKey)

/** The stored session of the back office as JSON, or null. */
export const storedStaffSession = (): string | null => localStorage.getItem(staffSessionKey)
