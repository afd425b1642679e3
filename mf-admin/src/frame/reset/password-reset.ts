import type { Backend } from '@shop/supabase'
import { ownFactor } from '../two-factor/factors'
import type { AskTwoFactor } from '../staff/staff-store'

/** What an email asks its reader to confirm; without the token of its link its code is typed. */
export interface ResetLink {
  /** In small letters. */
  email: string
  tokenHash?: string | undefined
}

/**
 * Prepares the use of a link or code. Calling the result uses it, in a session that is not kept, sets the password and signs the
 * account out everywhere. An account with a second factor is asked for its code. Called again after a rejected password, it goes on from there.
 * @throws AuthError the provider's rejection, 'otp_expired' for a link or code that no longer works
 */
export function passwordReset(
  backend: Backend,
  { email, tokenHash }: ResetLink,
  ask: AskTwoFactor,
): (password: string, code: string) => Promise<void> {
  let isOpened = false
  return async (password, code) => {
    const auth = await backend.session('trial').auth()
    if (!isOpened) {
      const { error } = await auth.verifyOtp(
        tokenHash === undefined
          ? { type: 'recovery', email, token: code }
          : { type: 'recovery', token_hash: tokenHash },
      )
      if (error) throw error
      isOpened = true
    }
    const level = await auth.mfa.getAuthenticatorAssuranceLevel()
    if (level.data?.currentLevel !== 'aal2' && (await ownFactor(auth))) await ask('verify', auth)
    const { error } = await auth.updateUser({ password })
    if (error && error.code !== 'same_password') throw error
    await auth.signOut({ scope: 'global' })
  }
}
