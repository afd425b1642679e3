import type { NewMail } from './mailbox'

/** The purpose of a letter about an account. */
export type CodeKind = 'signup' | 'recovery' | 'email_change'

const textOfKind: Record<CodeKind, { subject: string; lead: string }> = {
  signup: { subject: 'Confirm your email address', lead: 'Follow this link to confirm your account:' },
  recovery: { subject: 'Reset your password', lead: 'Follow this link to choose a new password:' },
  email_change: {
    subject: 'Confirm your new email address',
    lead: 'Follow this link to confirm the change:',
  },
}

/** The two proofs in a letter: the token of its link and the code to type. */
export interface Proof {
  token: string
  code: string
}

/** The letter with the link, which goes through this API's `/auth/v1/verify` and leads on to the shop, as hosted Supabase does. */
export function linkLetter(
  kind: CodeKind,
  to: string,
  { token, code }: Proof,
  places: { apiUrl: string; redirectTo: string },
): NewMail {
  const link = new URL('/auth/v1/verify', places.apiUrl)
  link.searchParams.set('token', token)
  link.searchParams.set('type', kind)
  link.searchParams.set('redirect_to', places.redirectTo)
  const { subject, lead } = textOfKind[kind]
  const text = `${lead}\n\n${link.href}\n\nOr enter this code: ${code}\n\nIf you did not ask for this, please ignore this email: nothing will change.`
  return { to, subject, text, html: null }
}

/** For an address that already has an account: informs its owner, while the caller learns nothing. */
export function existingAccountLetter(kind: CodeKind, to: string, siteUrl: string): NewMail | undefined {
  if (kind === 'recovery') return undefined
  const target =
    kind === 'signup'
      ? 'open an account with this email address'
      : 'use this email address for another account'
  const text = `Somebody asked to ${target}, but you already have an account with us.\n\nIf it was you, sign in here: ${siteUrl}/auth\n\nIf it was not, please ignore this email: nothing has changed.`
  return { to, subject: 'You already have an account', text, html: null }
}

/** Warns the current address that the account is about to move to another. */
export function emailChangeLetter(to: string): NewMail {
  const text =
    'Somebody signed in to your account asked to change its email address. The change takes effect once the new address is confirmed.\n\nIf it was not you, please reset your password.'
  return { to, subject: 'Your email address is about to change', text, html: null }
}
