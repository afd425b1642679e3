const storageKey = 'aurelle_auth'

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

/**
 * A session as GoTrue returns it.
 * @param expiresAt seconds since 1970; in an hour by default
 */
export const sessionOf = (user = shopper, expiresAt = Math.floor(Date.now() / 1000) + 3600) => ({
  access_token: 'header.payload.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: expiresAt,
  user,
})

/**
 * Stores a session in this browser, as an earlier visit would have.
 * @param expiresAt seconds since 1970; in an hour by default
 */
export function storeSession({ user, expiresAt }: { user?: User; expiresAt?: number } = {}): void {
  localStorage.setItem(storageKey, JSON.stringify(sessionOf(user, expiresAt)))
}

/** The stored session as JSON, or null. */
export const storedSession = (): string | null => localStorage.getItem(storageKey)
