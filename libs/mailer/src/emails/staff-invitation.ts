import { withoutLinks } from '@shop/settings'
import { promises } from '@shop/settings/promises'
import * as v from 'valibot'
import type { Describe } from '../paper'
import { linkUntil } from './account-link'
import { moment } from './fields'

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

/** For whom staff have invited to work in the back office: the link to join. */
export const describeStaffInvitation: Describe = (data, { siteUrl, business, queuedAt }) => {
  const { token, role, inviter, issued_at: issuedAt = queuedAt } = v.parse(schema, data)
  return {
    subject: 'Your invitation to our back office',
    heading: 'You are invited to work with us',
    blocks: [
      {
        kind: 'paragraph',
        text: `${inviter === '' ? 'We invite' : `${inviter} invites`} you to the back office of ${business.name}, as ${roles[role]}.`,
      },
      { kind: 'button', label: 'Accept the invitation', href: `${siteUrl}/admin/join?token=${token}` },
      {
        kind: 'paragraph',
        text: 'You’ll choose a password, or sign in if you already have an account with this email address.',
      },
      {
        kind: 'paragraph',
        text: `The link is valid for ${String(promises.linkDays)} days, until ${linkUntil(issuedAt)}, and works once. It is for you alone: please don’t share it.`,
      },
      { kind: 'paragraph', text: 'If you weren’t expecting this, you can ignore it.' },
    ],
  }
}
