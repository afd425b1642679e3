import { withoutLinks } from '@shop/settings'
import * as v from 'valibot'
import { Button, Paragraph } from '../components'
import { validity } from './account-link'
import { moment, token } from './fields'
import type { Template } from './template'

const roles = { super_admin: 'a super admin', admin: 'an admin', moderator: 'a moderator' }

const schema = v.object({
  token,
  role: v.picklist(['super_admin', 'admin', 'moderator']),
  /** Null once the account is gone. */
  inviter: v.nullish(v.pipe(v.string(), v.transform(withoutLinks), v.trim()), ''),
  /** When a newer token replaced the first. */
  issued_at: v.optional(moment),
})

/** For whom staff have invited to work in the back office: the link to join. */
export const staffInvitation: Template = (data, { siteUrl, business, queuedAt }) => {
  const { token, role, inviter, issued_at: issuedAt = queuedAt } = v.parse(schema, data)
  const who = inviter === '' ? 'We invite' : `${inviter} invites`
  return {
    subject: 'Your invitation to our back office',
    heading: 'You are invited to work with us',
    body: (
      <>
        <Paragraph>{`${who} you to the back office of ${business.name}, as ${roles[role]}.`}</Paragraph>
        <Button href={`${siteUrl}/admin/join?token=${token}`}>Accept the invitation</Button>
        <Paragraph>
          You’ll choose a password, or sign in if you already have an account with this email address.
        </Paragraph>
        <Paragraph>
          {`The link is ${validity(issuedAt)}, and works once. It is for you alone: please don’t share it.`}
        </Paragraph>
        <Paragraph>If you weren’t expecting this, you can ignore it.</Paragraph>
      </>
    ),
  }
}
