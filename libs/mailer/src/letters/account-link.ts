import * as v from 'valibot'
import type { Describe } from './description'
import { londonDay, moment } from './fields'

// The database's format; nothing else may be part of a link.
const schema = v.object({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,200}$/)),
  /** When a newer token replaced the first. */
  issued_at: v.optional(moment),
})
const validDays = 7

/** For a guest who has bought: the link to create an account. */
export const describeAccountLink: Describe = (data, { siteUrl, queuedAt }) => {
  const { token, issued_at: issuedAt = queuedAt } = v.parse(schema, data)
  const until = new Date(issuedAt.getTime() + validDays * 86_400_000)
  return {
    subject: 'Open your account',
    heading: 'Open your account',
    blocks: [
      {
        kind: 'paragraph',
        text: 'With an account you see your orders in one place and check out faster. You need none to receive your order.',
      },
      { kind: 'link', label: 'Open your account', href: `${siteUrl}/create-account?token=${token}` },
      {
        kind: 'paragraph',
        text: `The link is valid for ${String(validDays)} days, until ${londonDay(until)}, and works once. Keep it to yourself: whoever has it can open the account.`,
      },
      { kind: 'paragraph', text: 'If you did not order from us, do nothing and no account is opened.' },
    ],
  }
}
