import { londonDay } from '@shop/pricing'
import { promises } from '@shop/settings/promises'
import * as v from 'valibot'
import type { Describe } from '../paper'
import { moment } from './fields'

// The database's format; nothing else may be part of a link.
const schema = v.object({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,200}$/)),
  /** When a newer token replaced the first. */
  issued_at: v.optional(moment),
})

/** The last day of a link: "12 January 2025". */
export function linkUntil(issuedAt: Date): string {
  return londonDay(new Date(issuedAt.getTime() + promises.linkDays * 86_400_000))
}

/** For a guest who bought before the confirmation made the same offer: the link to create an account. */
export const describeAccountLink: Describe = (data, { siteUrl, queuedAt }) => {
  const { token, issued_at: issuedAt = queuedAt } = v.parse(schema, data)
  return {
    subject: 'Open your account',
    heading: 'Open your account',
    blocks: [
      {
        kind: 'paragraph',
        text: 'With an account you see your orders in one place and check out faster. You don’t need one to receive your order.',
      },
      { kind: 'button', label: 'Open your account', href: `${siteUrl}/create-account?token=${token}` },
      {
        kind: 'paragraph',
        text: `The link is valid for ${String(promises.linkDays)} days, until ${linkUntil(issuedAt)}, and works once. Keep it to yourself: anyone who has it can open the account.`,
      },
      { kind: 'paragraph', text: 'If you didn’t order from us, you can ignore this email.' },
    ],
  }
}
