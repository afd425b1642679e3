import { londonDay } from '@shop/pricing'
import { customerTerms } from '@shop/settings/customer-terms'
import * as v from 'valibot'
import { Button, Paragraph } from '../components'
import { moment, token } from './fields'
import type { Template } from './template'

const schema = v.object({
  token,
  /** When a newer token replaced the first. */
  issued_at: v.optional(moment),
})

/** Until when a link is valid: "valid for 7 days, until 12 January 2025". */
export function validity(issuedAt: Date): string {
  const end = new Date(issuedAt.getTime() + customerTerms.linkDays * 86_400_000)
  return `valid for ${String(customerTerms.linkDays)} days, until ${londonDay(end)}`
}

/** For a guest who bought before the confirmation made the same offer: the link to create an account. */
export const accountLink: Template = (data, { siteUrl, queuedAt }) => {
  const { token, issued_at: issuedAt = queuedAt } = v.parse(schema, data)
  return {
    subject: 'Open your account',
    body: (
      <>
        <Paragraph>
          With an account you see your orders in one place and check out faster. You don’t need one to receive
          your order.
        </Paragraph>
        <Button href={`${siteUrl}/create-account?token=${token}`}>Open your account</Button>
        <Paragraph>
          {`The link is ${validity(issuedAt)}, and works once. Keep it to yourself: anyone who has it can open the account.`}
        </Paragraph>
        <Paragraph>If you didn’t order from us, you can ignore this email.</Paragraph>
      </>
    ),
  }
}
