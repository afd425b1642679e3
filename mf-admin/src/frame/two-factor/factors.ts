import type { Auth } from '../staff/staff-store'

/** A second factor that is being set up: what an authenticator app needs to know. */
export interface NewFactor {
  id: string
  /** The `otpauth:` address, for a QR code. */
  uri: string
  /** The same secret as text. */
  secret: string
}

/** The id of the factor that the account signs in with; null without one. @throws AuthError */
export async function ownFactor(auth: Auth): Promise<{ id: string; since: Date } | null> {
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw error
  const [factor] = data.totp
  return factor ? { id: factor.id, since: new Date(factor.updated_at) } : null
}

/** Begins to set up a factor; what was begun before and not finished is forgotten. @throws AuthError */
export async function beginFactor(auth: Auth, issuer: string): Promise<NewFactor> {
  const listed = await auth.mfa.listFactors()
  if (listed.error) throw listed.error
  for (const { id, status } of listed.data.all) if (status === 'unverified') await removeFactor(auth, id)
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', issuer })
  if (error) throw error
  return { id: data.id, uri: data.totp.uri, secret: data.totp.secret }
}

/** Raises the session with the code of a factor. @throws AuthError */
export async function verifyCode(auth: Auth, factorId: string, code: string): Promise<void> {
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

/** Removes a factor. @throws AuthError */
export async function removeFactor(auth: Auth, factorId: string): Promise<void> {
  const { error } = await auth.mfa.unenroll({ factorId })
  if (error) throw error
}
