import { counted, formatPence } from '@shop/pricing'
import * as v from 'valibot'
import { Facts, Link, Paragraph } from '../components'
import { currency, money, nameOf, optionalText, orderNumber } from './fields'
import type { Template } from './template'

const schema = v.object({
  order_number: orderNumber,
  currency,
  amount: money,
  card_amount: money,
  gift_card_amount: money,
  gift_card_hint: optionalText,
  /** The gift card that paid has ended: its part is on a new one, whose code comes in an email of its own. */
  new_gift_card: v.optional(v.boolean(), false),
  /** The card's part was paid in another way, such as a bank transfer. */
  by_other_means: v.optional(v.boolean(), false),
  /** An email about this refund has been written before: its card's part came back. */
  again: v.optional(v.boolean(), false),
  delivery_amount: money,
  tax_amount: money,
  items: v.array(v.object({ name: v.string(), variant_name: optionalText, quantity: v.number() })),
})
type Refund = v.InferOutput<typeof schema>

/** A refund that is on its way: what for, how much, and to which means of payment. */
export const refund: Template = (data, { siteUrl }) => {
  const sent = v.parse(schema, data)
  return {
    subject: `Your refund for order ${sent.order_number}`,
    heading: `Your refund of ${formatPence(sent.amount, sent.currency)} is on its way`,
    body: (
      <>
        <Paragraph>{`It is for your order ${sent.order_number}.`}</Paragraph>
        {sent.again && (
          <Paragraph>
            We emailed you about this before, but the payment to your card came back to us. This email
            replaces the earlier one.
          </Paragraph>
        )}
        <Facts of={factsOf(sent)} />
        {sent.by_other_means && (
          <Paragraph>
            {`Your card could not take ${formatPence(sent.card_amount, sent.currency)}, so we have sent you the money another way. If it hasn’t arrived within ten days, please reply to this email.`}
          </Paragraph>
        )}
        {sent.card_amount > 0 && !sent.by_other_means && (
          <Paragraph>Your bank may take up to ten days to show the amount refunded to your card.</Paragraph>
        )}
        {sent.gift_card_amount > 0 && (
          <Paragraph>
            {sent.new_gift_card
              ? 'The gift card you paid with has ended, so we’ve created a new one for you. Its code comes in a separate email.'
              : 'The amount refunded to your gift card is already on it, and can be spent for at least three months.'}
          </Paragraph>
        )}
        <Link href={`${siteUrl}/returns`}>About returns and refunds</Link>
      </>
    ),
  }
}

function factsOf(sent: Refund) {
  const card = sent.by_other_means ? 'Paid to you directly' : 'To the card you paid with'
  const giftCard = sent.new_gift_card
    ? 'To a new gift card'
    : `To the gift card ending ${sent.gift_card_hint}`
  const amounts = [
    { label: 'Delivery', pence: sent.delivery_amount },
    { label: card, pence: sent.card_amount },
    { label: giftCard, pence: sent.gift_card_amount },
    { label: 'VAT in this refund', pence: sent.tax_amount },
  ].filter(({ pence }) => pence > 0)
  return [
    ...sent.items.map((item) => ({ label: nameOf(item), value: counted(item.quantity, 'item') })),
    ...amounts.map(({ label, pence }) => ({ label, value: formatPence(pence, sent.currency) })),
    { label: 'Refund', value: formatPence(sent.amount, sent.currency), isTotal: true },
  ]
}
