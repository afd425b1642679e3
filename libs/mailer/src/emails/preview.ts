import type { OutboxMail } from '../outbox'
import type { Email } from '../transport'
import { composeEmail, type MailKind } from './compose'
import type { EmailContext } from './template'

export type { MailKind }

// What stands for the token that only the recipient may know: a gift card's has the form of a code.
const hiddenToken = 'hidden-until-it-is-sent'
const hiddenCode = 'X'.repeat(20)
const withCode: ReadonlySet<string> = new Set<MailKind>(['gift_card', 'refund_gift_card'])

/** The link to open an account, which only the confirmation of a guest's order has. */
const hiddenOffer = (data: object) => (Reflect.get(data, 'user_id') ? {} : { account_token: hiddenToken })

/**
 * A waiting or failed email as its recipient would get it, with a placeholder for the code or link that only they may know.
 * @param mail its data without the token
 * @throws Error that names the field, never its content, when the row cannot become an email
 */
export function previewEmail(
  mail: OutboxMail,
  context: Pick<EmailContext, 'siteUrl' | 'business'>,
): Promise<Pick<Email, 'subject' | 'text' | 'html'>> {
  const { kind, data } = mail
  if (typeof data !== 'object' || data === null) return composeEmail(mail, context)
  const token = withCode.has(kind) ? hiddenCode : hiddenToken
  return composeEmail({ ...mail, data: { ...data, token, ...hiddenOffer(data) } }, context)
}
