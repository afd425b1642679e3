import * as v from 'valibot'
import { Button, Paragraph } from '../components'
import { optionalText, orderNumber } from './fields'
import { codeFields, GiftCardCode } from './gift-card-code'
import type { Template } from './template'

const schema = v.object({ ...codeFields, order_number: orderNumber, old_hint: optionalText })

/** The code of the gift card that replaces one that has ended; no other email and no page shows it. */
export const refundGiftCard: Template = (data, { siteUrl }) => {
  const { token, amount, order_number, old_hint: hint, expires_at: until } = v.parse(schema, data)
  return {
    subject: 'Your refund is on a new gift card',
    body: (
      <>
        <Paragraph>
          {`You paid for your order ${order_number} with the gift card ending ${hint}, which has ended. Your refund is on this new one.`}
        </Paragraph>
        <GiftCardCode token={token} amount={amount} until={until} />
        <Paragraph>Keep the code safe: anyone who has it can spend it, and we can’t send it again.</Paragraph>
        <Button href={siteUrl}>Visit the shop</Button>
      </>
    ),
  }
}
