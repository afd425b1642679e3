import type { Backend, Session } from '@shop/supabase'
import type { AccountLink } from './account-link'

/** The link names another address than the account it opens. */
export class OtherAccountError extends Error {
  override name = 'OtherAccountError'
}

/**
 * Prepares the use of an email's link or code. Calling the result uses it, in a session that is not this browser's yet,
 * and sets the password if one is given: whoever controls the mailbox chooses it, not whoever signed up with the address.
 * Called again after a rejected password, it goes on from there.
 * @returns the session; null when a change of address waits for the other mailbox
 * @throws AuthError, OtherAccountError
 */
export function linkOpener(
  db: Backend,
  { type, email, tokenHash }: AccountLink,
): (given: { code?: string; password?: string }) => Promise<Session | null> {
  let isOpened = false
  return async ({ code = '', password }) => {
    const auth = await db.session('trial').auth()
    if (!isOpened) {
      const { data, error } = await auth.verifyOtp(
        tokenHash === undefined ? { type, email, token: code } : { type, token_hash: tokenHash },
      )
      if (error) throw error
      if (!data.session) return null
      if (data.session.user.email?.toLowerCase() !== email) {
        await auth.signOut({ scope: 'local' })
        throw new OtherAccountError(`The link is not for ${email}`)
      }
      isOpened = true
    }
    if (password !== undefined) {
      const { error } = await auth.updateUser({ password })
      if (error && error.code !== 'same_password') throw error
      await auth.signOut({ scope: 'others' })
    }
    const { data, error } = await auth.getSession()
    if (error) throw error
    if (!data.session) throw new Error('The session of the link has ended')
    return data.session
  }
}
