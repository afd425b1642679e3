import { calendarDay, formatPence } from '@shop/pricing'
import { promises, returnRules } from '@shop/settings/promises'
import * as v from 'valibot'
import type { Block, Describe } from '../paper'
import { currency, day, money, orderNumber, optionalText } from './fields'

const schema = v.object({
  order_number: orderNumber,
  status: v.picklist(['shipped', 'delivered', 'cancelled', 'refunded']),
  /** What no refund has returned or is returning. */
  total: money,
  /** What refunds return. */
  refunded_amount: v.optional(money, 0),
  /** Why it was cancelled. */
  reason: optionalText,
  gift_card_amount: v.optional(money, 0),
  gift_card_hint: optionalText,
  /** The card that paid has been voided, so the refund to it cannot be spent. */
  gift_card_void: v.optional(v.boolean(), false),
  currency,
  tracking_number: optionalText,
  carrier: optionalText,
  estimated_delivery: v.nullish(day),
})

const refundDays = `${String(promises.refundDays)} days`

// As `cancel_my_order` writes it.
const byBuyer = 'Cancelled by the customer'

type OrderStatus = v.InferOutput<typeof schema>

/**
 * News of an order: shipped, delivered, cancelled or to be refunded. Staff set the status, which moves no money
 * except a gift card's part, which the database has already refunded.
 */
export const describeOrderStatus: Describe = (data, { siteUrl }) => {
  const order = v.parse(schema, data)
  const heading = `Your order ${order.order_number} ${outcome[order.status]}`
  return { subject: heading, heading, blocks: [...statusText[order.status](order, siteUrl)] }
}

const outcome: Record<OrderStatus['status'], string> = {
  shipped: 'is on its way',
  delivered: 'has been delivered',
  cancelled: 'has been cancelled',
  refunded: 'is to be refunded',
}

const statusText: Record<OrderStatus['status'], (order: OrderStatus, siteUrl: string) => Block[]> = {
  shipped: ({ order_number, carrier, tracking_number, estimated_delivery }, siteUrl) => {
    const facts = [
      { label: 'Carrier', value: carrier },
      { label: 'Tracking number', value: tracking_number },
    ].filter(({ value }) => value !== '')
    return [
      { kind: 'paragraph', text: 'Your parcel is on its way, in plain packaging.' },
      ...arrivalPanel(estimated_delivery),
      ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
      { kind: 'button', label: 'Track your order', href: `${siteUrl}/track-order?order=${order_number}` },
    ]
  },
  delivered: (_, siteUrl) => [
    {
      kind: 'paragraph',
      text: 'Our carrier says your parcel has arrived. If it hasn’t, reply to this email and we’ll look into it.',
    },
    {
      kind: 'paragraph',
      text: `${returnRules.changeOfMind} ${returnRules.rights}`,
    },
    { kind: 'link', label: 'About returns and refunds', href: `${siteUrl}/returns` },
  ],
  cancelled: (order) => [
    ...(order.reason
      ? [
          {
            kind: 'paragraph' as const,
            text:
              order.reason === byBuyer
                ? 'You cancelled it in your account. If that wasn’t you, reply to this email.'
                : `Reason: ${order.reason}`,
          },
        ]
      : []),
    ...refundedPart(order),
    ...cardPart(order),
    ...otherPart(order, (amount) => [
      order.refunded_amount > 0
        ? `We’ll refund the other ${amount} to the payment method you used, within ${refundDays}.`
        : `If you have paid, we’ll refund the full ${amount} to the payment method you used, within ${refundDays}.`,
    ]),
  ],
  refunded: (order) => [
    ...refundedPart(order),
    ...cardPart(order),
    ...otherPart(order, (amount) => [
      `We’ll refund ${amount} to the payment method you used, within ${refundDays}. Your bank may take a few more days to show it.`,
      'If it hasn’t arrived by then, reply to this email and we’ll look into it.',
    ]),
  ],
}

/** The day on which the carrier expects to deliver. */
function arrivalPanel(day: Date | null | undefined): Block[] {
  return day ? [{ kind: 'panel', label: 'Estimated delivery', value: calendarDay(day) }] : []
}

/** What refunds return, of which emails of their own tell. */
function refundedPart({ refunded_amount: amount, currency }: OrderStatus): Block[] {
  if (amount === 0) return []
  const text = `We’re refunding ${formatPence(amount, currency)} to the payment method you used. A separate email will tell you when each refund is on its way.`
  return [{ kind: 'paragraph', text }]
}

/** The amount refunded to a gift card. */
function cardPart(order: OrderStatus): Block[] {
  if (order.gift_card_amount === 0) return []
  const paid = `${formatPence(order.gift_card_amount, order.currency)} was paid with the gift card ending ${order.gift_card_hint}`
  const back = order.gift_card_void
    ? `${paid}, which has ended. Reply to this email and we’ll send you a new card.`
    : `${paid} and has been put back on that card.`
  return [{ kind: 'paragraph', text: back }]
}

/** The amount not paid by gift card, if any. */
function otherPart(order: OrderStatus, say: (amount: string) => string[]): Block[] {
  const rest = order.total - order.gift_card_amount
  return rest > 0 ? say(formatPence(rest, order.currency)).map((text) => ({ kind: 'paragraph', text })) : []
}
