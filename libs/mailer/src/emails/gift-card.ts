import { formatPence, londonDay } from '@shop/pricing'
import { withoutLinks } from '@shop/settings'
import * as v from 'valibot'
import type { Describe } from '../paper'
import { moment, money, optionalText } from './fields'

const schema = v.object({
  token: v.pipe(v.string(), v.regex(/^[0-9A-HJKMNP-TV-Z]{20}$/)),
  amount: money,
  // Entered by the buyer, together with any address.
  message: v.pipe(optionalText, v.transform(withoutLinks)),
  giver: v.pipe(optionalText, v.transform(withoutLinks)),
  // Given by staff, who send cards in the shop's own name.
  recipient_name: v.pipe(optionalText, v.transform(withoutLinks)),
  expires_at: moment,
})

/** A gift card's code, sent to its recipient only; no other email and no page shows it. */
export const describeGiftCard: Describe = (data, { siteUrl, business }) => {
  const { token, amount, message, giver, recipient_name: name, expires_at: until } = v.parse(schema, data)
  return {
    subject: 'A gift card for you',
    heading: 'A gift card for you',
    blocks: [
      {
        kind: 'paragraph',
        text: giver
          ? `${giver} has sent you a gift card for ${business.name || 'our shop'}.`
          : name
            ? `${name}, here is your gift card.`
            : 'Here is your gift card.',
      },
      ...(message ? [{ kind: 'quote' as const, text: message }] : []),
      {
        kind: 'panel',
        label: 'Code',
        value: token.replace(/(.{4})(?=.)/g, '$1-'),
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Amount', value: formatPence(amount) },
          { label: 'Valid until', value: londonDay(until) },
        ],
      },
      {
        kind: 'paragraph',
        text: 'Enter the code under “Gift card” at checkout. You can use it for as many orders as the balance covers.',
      },
      { kind: 'button', label: 'Visit the shop', href: siteUrl },
      {
        kind: 'paragraph',
        text: 'Keep the code safe: anyone who has it can spend it, and we can’t send it again. For adults aged 18 or over.',
      },
    ],
  }
}
