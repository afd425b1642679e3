import { withoutLinks } from '@shop/settings'
import * as v from 'valibot'
import { Button, Paragraph, Quote } from '../components'
import { optionalText } from './fields'
import { codeFields, GiftCardCode } from './gift-card-code'
import type { Template } from './template'

const schema = v.object({
  ...codeFields,
  // Entered by the buyer, together with any address.
  message: v.pipe(optionalText, v.transform(withoutLinks)),
  giver: v.pipe(optionalText, v.transform(withoutLinks)),
  // Given by staff, who send cards in the shop's own name.
  recipient_name: v.pipe(optionalText, v.transform(withoutLinks)),
})

/** A gift card's code, sent to its recipient only; no other email and no page shows it. */
export const giftCard: Template = (data, { siteUrl, business }) => {
  const { token, amount, message, giver, recipient_name: name, expires_at: until } = v.parse(schema, data)
  return {
    subject: 'A gift card for you',
    body: (
      <>
        <Paragraph>
          {giver
            ? `${giver} has sent you a gift card for ${business.name || 'our shop'}.`
            : name
              ? `${name}, here is your gift card.`
              : 'Here is your gift card.'}
        </Paragraph>
        {message && <Quote>{message}</Quote>}
        <GiftCardCode token={token} amount={amount} until={until} />
        <Paragraph>
          Enter the code under “Gift card” at checkout. You can use it for as many orders as the balance
          covers.
        </Paragraph>
        <Button href={siteUrl}>Visit the shop</Button>
        <Paragraph>
          Keep the code safe: anyone who has it can spend it, and we can’t send it again. For adults aged 18
          or over.
        </Paragraph>
      </>
    ),
  }
}
