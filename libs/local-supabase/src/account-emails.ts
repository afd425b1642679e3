import { writeHtml, writeText, type Block } from '@shop/mailer/paper'
import { shop } from '@shop/settings'
import type { NewMail } from './mailbox'

/** The purpose of an email about an account. */
export type CodeKind = 'signup' | 'recovery' | 'email_change'

/** What an email's link or code confirms; a change of address is confirmed by the present and by the new one. */
type Purpose = Exclude<CodeKind, 'email_change'> | { from: string; to: string }

const textOf = (purpose: Purpose): { subject: string; lead: string; label: string } => {
  if (purpose === 'signup')
    return {
      subject: 'Confirm your email address',
      lead: 'Thank you for creating an account. Please confirm that this email address is yours.',
      label: 'Confirm my email address',
    }
  if (purpose === 'recovery')
    return {
      subject: 'Reset your password',
      lead: 'You asked to reset your password. You can choose a new one now.',
      label: 'Choose a new password',
    }
  return {
    subject: 'Confirm the change of your email address',
    lead: `Someone signed in to your account asked to change its email address from ${purpose.from} to ${purpose.to}. The change takes effect once it is confirmed at both addresses.`,
    label: 'Confirm the change',
  }
}

/** The two proofs in an email: the token of its link and the code to type. */
export interface Proof {
  token: string
  code: string
}

/**
 * The email with the link to the shop's page that asks before it acts: the token is in the fragment, which reaches no
 * server. `supabase/templates` has the same link for hosted Supabase.
 * @param to the address that confirms
 */
export function linkEmail(purpose: Purpose, to: string, { token, code }: Proof, siteUrl: string): NewMail {
  const isChange = typeof purpose === 'object'
  const link = new URL('/auth/link', siteUrl)
  link.hash = new URLSearchParams({
    token_hash: token,
    type: isChange ? 'email_change' : purpose,
    email: isChange ? purpose.to : to,
  }).toString()
  const { subject, lead, label } = textOf(purpose)
  return compose(to, subject, [
    paragraph(lead),
    { kind: 'button', label, href: link.href },
    { kind: 'panel', label: 'Or enter this code', value: code },
    paragraph('The link and the code work once, within an hour.'),
    paragraph(
      isChange
        ? 'If this wasn’t you, don’t confirm it, and please reset your password.'
        : 'If you didn’t ask for this, you can ignore this email: nothing will change.',
    ),
  ])
}

/** For an address that already has an account: informs its owner, while the caller learns nothing. */
export function existingAccountEmail(kind: CodeKind, to: string, siteUrl: string): NewMail | undefined {
  if (kind === 'recovery') return undefined
  const target =
    kind === 'signup'
      ? 'create an account with this email address'
      : 'use this email address for another account'
  return compose(to, 'You already have an account', [
    paragraph(`Someone asked to ${target}, but you already have an account with us.`),
    { kind: 'button', label: 'Sign in', href: `${siteUrl}/auth` },
    paragraph('If this wasn’t you, you can ignore this email: nothing has changed.'),
  ])
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

// No name in the greeting: anyone can enter anyone's address, and any name.
function compose(to: string, subject: string, blocks: Block[]): NewMail {
  const description = {
    subject,
    heading: subject,
    blocks: [paragraph('Hello,'), ...blocks],
    sender: [shop.name],
  }
  return { to, subject, text: writeText(description), html: writeHtml(description) }
}
