import { withoutLinks } from '@shop/settings'
import * as v from 'valibot'
import type { Describe } from './description'
import { londonDay, moment } from './fields'

const roles = { super_admin: 'a super admin', admin: 'an admin', moderator: 'a moderator' }

const schema = v.object({
  // The database's format; nothing else may be part of a link.
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,200}$/)),
  role: v.picklist(['super_admin', 'admin', 'moderator']),
  /** Null once the account is gone. */
  inviter: v.nullish(v.pipe(v.string(), v.transform(withoutLinks), v.trim()), ''),
  /** When a newer token replaced the first. */
  issued_at: v.optional(moment),
})
const validDays = 7

/** For whom staff have invited to work in the back office: the link to join. */
export const describeStaffInvitation: Describe = (data, { siteUrl, business, queuedAt }) => {
  const { token, role, inviter, issued_at: issuedAt = queuedAt } = v.parse(schema, data)
  const until = new Date(issuedAt.getTime() + validDays * 86_400_000)
  return {
    subject: 'Your invitation to our back office',
    heading: 'You are invited to work with us',
    blocks: [
      {
        kind: 'paragraph',
        text: `${inviter === '' ? 'We invite' : `${inviter} invites`} you to the back office of ${business.name}, as ${roles[role]}.`,
      },
      { kind: 'link', label: 'Accept the invitation', href: `${siteUrl}/admin/join?token=${token}` },
      {
        kind: 'paragraph',
        text: 'You choose a password there, or sign in if you have an account with this email address.',
      },
      {
        kind: 'paragraph',
        text: `The link is valid for ${String(validDays)} days, until ${londonDay(until)}, and works once. It is for you alone: please pass it on to nobody.`,
      },
      { kind: 'paragraph', text: 'If you do not expect this, do nothing and nothing happens.' },
    ],
  }
}
