import type { OutboxMail } from '../outbox'
import type { Email } from '../transport'
import { composeEmail } from './compose'
import type { EmailContext } from './template'

// What stands for a code or token that only the recipient may know, in the form that its email asks for.
const hiddenCode = 'X'.repeat(20)
const hidden: Readonly<Record<string, string>> = {
  account_link: 'hidden-until-it-is-sent',
  order_confirmation: 'hidden-until-it-is-sent',
  gift_card: hiddenCode,
  refund_gift_card: hiddenCode,
}

/** The link to open an account, which only the confirmation of a guest's order has. */
function hiddenOffer(data: object | null): { account_token?: string } {
  const isGuests = data !== null && !Reflect.get(data, 'user_id')
  return isGuests ? { account_token: 'hidden-until-it-is-sent' } : {}
}

/**
 * A waiting or failed email as its recipient would get it, with a placeholder for the code or link that only they may know.
 * @param mail its data without the token
 * @throws Error that names the field, never its content, when the row cannot become an email
 */
export function previewEmail(
  mail: OutboxMail,
  context: Pick<EmailContext, 'siteUrl' | 'business'>,
): Promise<Pick<Email, 'subject' | 'text' | 'html'>> {
  const token = hidden[mail.kind]
  return composeEmail(
    token !== undefined && typeof mail.data === 'object'
      ? { ...mail, data: { ...mail.data, token, ...hiddenOffer(mail.data) } }
      : mail,
    context,
  )
}
