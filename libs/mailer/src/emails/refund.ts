import { formatPence, londonDay } from '@shop/pricing'
import * as v from 'valibot'
import type { Describe } from '../paper'
import { currency, moment, money, optionalText, orderNumber } from './fields'

const refund = v.object({
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

/** A refund that is on its way: what for, how much, and to which means of payment. */
export const describeRefund: Describe = (data, { siteUrl }) => {
  const { order_number, currency: unit, items, ...amounts } = v.parse(refund, data)
  const written = (pence: number) => formatPence(pence, unit)
  const { card_amount: card, gift_card_amount: giftCard, gift_card_hint: hint } = amounts
  const facts = [
    ...items.map(({ name, variant_name: variant, quantity }) => ({
      label: variant ? `${name}, ${variant}` : name,
      value: `${String(quantity)} ${quantity === 1 ? 'item' : 'items'}`,
    })),
    ...(amounts.delivery_amount > 0 ? [{ label: 'Delivery', value: written(amounts.delivery_amount) }] : []),
    ...(card > 0
      ? [
          {
            label: amounts.by_other_means ? 'Paid to you directly' : 'To the card you paid with',
            value: written(card),
          },
        ]
      : []),
    ...(giftCard > 0
      ? [
          {
            label: amounts.new_gift_card ? 'To a new gift card' : `To the gift card ending ${hint}`,
            value: written(giftCard),
          },
        ]
      : []),
    ...(amounts.tax_amount > 0 ? [{ label: 'VAT in this refund', value: written(amounts.tax_amount) }] : []),
    { label: 'Refund', value: written(amounts.amount), strong: true },
  ]
  return {
    subject: `Your refund for order ${order_number}`,
    heading: `Your refund of ${written(amounts.amount)} is on its way`,
    blocks: [
      { kind: 'paragraph', text: `It is for your order ${order_number}.` },
      ...(amounts.again
        ? [
            {
              kind: 'paragraph' as const,
              text: 'We emailed you about this before, but the payment to your card came back to us. This email replaces the earlier one.',
            },
          ]
        : []),
      { kind: 'facts', facts },
      ...(amounts.by_other_means
        ? [
            {
              kind: 'paragraph' as const,
              text: `Your card could not take ${written(card)}, so we have sent you the money another way. If it hasn’t arrived within ten days, please reply to this email.`,
            },
          ]
        : []),
      ...(card > 0 && !amounts.by_other_means
        ? [
            {
              kind: 'paragraph' as const,
              text: 'Your bank may take up to ten days to show the amount refunded to your card.',
            },
          ]
        : []),
      ...(giftCard > 0
        ? [
            {
              kind: 'paragraph' as const,
              text: amounts.new_gift_card
                ? 'The gift card you paid with has ended, so we’ve created a new one for you. Its code comes in a separate email.'
                : 'The amount refunded to your gift card is already on it, and can be spent for at least three months.',
            },
          ]
        : []),
      { kind: 'link', label: 'About returns and refunds', href: `${siteUrl}/returns` },
    ],
  }
}

const card = v.object({
  token: v.pipe(v.string(), v.regex(/^[0-9A-HJKMNP-TV-Z]{20}$/)),
  amount: money,
  order_number: orderNumber,
  old_hint: optionalText,
  expires_at: moment,
})

/** The code of the gift card that replaces one that has ended; no other email and no page shows it. */
export const describeRefundGiftCard: Describe = (data, { siteUrl }) => {
  const { token, amount, order_number, old_hint: hint, expires_at: until } = v.parse(card, data)
  return {
    subject: 'Your refund is on a new gift card',
    heading: 'Your refund is on a new gift card',
    blocks: [
      {
        kind: 'paragraph',
        text: `You paid for your order ${order_number} with the gift card ending ${hint}, which has ended. Your refund is on this new one.`,
      },
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
        text: 'Keep the code safe: anyone who has it can spend it, and we can’t send it again.',
      },
      { kind: 'button', label: 'Visit the shop', href: siteUrl },
    ],
  }
}
