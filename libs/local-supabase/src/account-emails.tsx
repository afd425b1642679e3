import { Button, Panel, Paragraph, renderEmail } from '@shop/mailer/components'
import { shop } from '@shop/settings'
import type { ReactNode } from 'react'
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

/** The page that a link leads to: the shop's, or the back office's for a password that staff reset there. */
export type LinkPage = '/auth/link' | '/admin/reset'

/** The page for a reset that was asked for with this `redirect_to`; the origin is always the shop's own. */
export function linkPageOf(redirect: string | null): LinkPage {
  const asked = redirect !== null && URL.canParse(redirect) ? new URL(redirect).pathname : ''
  return asked === '/admin/reset' ? asked : '/auth/link'
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
export function linkEmail(
  purpose: Purpose,
  to: string,
  { token, code }: Proof,
  siteUrl: string,
  page: LinkPage = '/auth/link',
): Promise<NewMail> {
  const isChange = typeof purpose === 'object'
  const link = new URL(page, siteUrl)
  link.hash = new URLSearchParams({
    token_hash: token,
    type: isChange ? 'email_change' : purpose,
    email: isChange ? purpose.to : to,
  }).toString()
  const { subject, lead, label } = textOf(purpose)
  return compose(
    to,
    subject,
    <>
      <Paragraph>{lead}</Paragraph>
      <Button href={link.href}>{label}</Button>
      <Panel label="Or enter this code" value={code} />
      <Paragraph>The link and the code work once, within an hour.</Paragraph>
      <Paragraph>
        {isChange
          ? 'If this wasn’t you, don’t confirm it, and please reset your password.'
          : 'If you didn’t ask for this, you can ignore this email: nothing will change.'}
      </Paragraph>
    </>,
  )
}

/** For an address that already has an account: informs its owner, while the caller learns nothing. */
export function existingAccountEmail(
  kind: Exclude<CodeKind, 'recovery'>,
  to: string,
  siteUrl: string,
): Promise<NewMail> {
  const target =
    kind === 'signup'
      ? 'create an account with this email address'
      : 'use this email address for another account'
  return compose(
    to,
    'You already have an account',
    <>
      <Paragraph>{`Someone asked to ${target}, but you already have an account with us.`}</Paragraph>
      <Button href={`${siteUrl}/auth`}>Sign in</Button>
      <Paragraph>If this wasn’t you, you can ignore this email: nothing has changed.</Paragraph>
    </>,
  )
}

// No name in the greeting: anyone can enter anyone's address, and any name.
async function compose(to: string, subject: string, body: ReactNode): Promise<NewMail> {
  const greeted = (
    <>
      <Paragraph>Hello,</Paragraph>
      {body}
    </>
  )
  return { to, ...(await renderEmail({ subject, body: greeted }, [shop.name])) }
}
