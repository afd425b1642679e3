import { writeHtml, writeText, type Block } from '@shop/mailer/paper'
import { shop } from '@shop/settings'
import type { NewMail } from './mailbox'

/** The purpose of a letter about an account. */
export type CodeKind = 'signup' | 'recovery' | 'email_change'

const textOfKind: Record<CodeKind, { subject: string; lead: string; label: string }> = {
  signup: {
    subject: 'Confirm your email address',
    lead: 'Thank you for creating an account. Please confirm that this email address is yours.',
    label: 'Confirm my email address',
  },
  recovery: {
    subject: 'Reset your password',
    lead: 'You asked to reset your password. You can choose a new one now.',
    label: 'Choose a new password',
  },
  email_change: {
    subject: 'Confirm your new email address',
    lead: 'You asked to use this email address for your account. Please confirm that it is yours.',
    label: 'Confirm my new email address',
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
  const { subject, lead, label } = textOfKind[kind]
  return letter(to, subject, [
    paragraph(lead),
    { kind: 'button', label, href: link.href },
    { kind: 'panel', label: 'Or enter this code', value: code },
    paragraph('The link and the code work once, within an hour.'),
    paragraph('If you didn’t ask for this, you can ignore this email: nothing will change.'),
  ])
}

/** For an address that already has an account: informs its owner, while the caller learns nothing. */
export function existingAccountLetter(kind: CodeKind, to: string, siteUrl: string): NewMail | undefined {
  if (kind === 'recovery') return undefined
  const target =
    kind === 'signup'
      ? 'create an account with this email address'
      : 'use this email address for another account'
  return letter(to, 'You already have an account', [
    paragraph(`Someone asked to ${target}, but you already have an account with us.`),
    { kind: 'button', label: 'Sign in', href: `${siteUrl}/auth` },
    paragraph('If this wasn’t you, you can ignore this email: nothing has changed.'),
  ])
}

/** Warns the current address that the account is about to move to another. */
export function emailChangeLetter(to: string): NewMail {
  return letter(to, 'Your email address is about to change', [
    paragraph(
      'Someone signed in to your account asked to change its email address. The change takes effect once the new address is confirmed.',
    ),
    paragraph('If this wasn’t you, please reset your password.'),
  ])
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

// No name in the greeting: anyone can enter anyone's address, and any name.
function letter(to: string, subject: string, blocks: Block[]): NewMail {
  const description = {
    subject,
    heading: subject,
    blocks: [paragraph('Hello,'), ...blocks],
    sender: [shop.name],
  }
  return { to, subject, text: writeText(description), html: writeHtml(description) }
}
