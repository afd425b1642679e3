import type { OutboxMail } from '../outbox'
import type { Letter } from '../transport'
import { composeLetter } from './compose'
import type { LetterContext } from './description'

// What stands for a code or token that only the recipient may know, in the form that its letter asks for.
const hiddenCode = 'X'.repeat(20)
const hidden: Readonly<Record<string, string>> = {
  account_link: 'hidden-until-it-is-sent',
  order_confirmation: 'hidden-until-it-is-sent',
  gift_card: hiddenCode,
  refund_gift_card: hiddenCode,
}

/**
 * A waiting or failed letter as its recipient would get it, with a stand-in for the code or link that only they may know.
 * @param mail its data without the token
 * @throws Error that names the field, never its content, when the row cannot become a letter
 */
export function previewLetter(
  mail: OutboxMail,
  context: Pick<LetterContext, 'siteUrl' | 'business'>,
): Pick<Letter, 'subject' | 'text' | 'html'> {
  const token = hidden[mail.kind]
  return composeLetter(
    token !== undefined && typeof mail.data === 'object' ? { ...mail, data: { ...mail.data, token } } : mail,
    context,
  )
}
