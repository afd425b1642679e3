import { calendarDay, counted, formatPence } from '@shop/pricing'
import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { Button, Facts, Link, Panel, Paragraph } from '../components'
import { currency, day, money, nameOf, orderNumber, optionalText } from './fields'
import type { Template } from './template'

const schema = v.object({
  order_number: orderNumber,
  status: v.picklist(['shipped', 'delivered', 'cancelled', 'refunded']),
  /** The amount that no refund has returned or is returning. */
  total: money,
  /** The amount that refunds return. */
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
  /** What is in the parcel; empty where that is not recorded. */
  items: v.optional(
    v.array(v.object({ name: v.string(), variant_name: optionalText, quantity: v.number() })),
    [],
  ),
  /** How many pieces follow in another parcel. */
  to_follow: v.optional(v.number(), 0),
})

const refundDays = `${String(customerTerms.refundDays)} days`

// As `cancel_my_order` writes it.
const byBuyer = 'Cancelled by the customer'

type OrderStatus = v.InferOutput<typeof schema>

interface Props {
  order: OrderStatus
  siteUrl: string
}

/**
 * Tells of a new status of an order: shipped, delivered, cancelled or to be refunded. Staff set the status, which moves no money
 * except a gift card's part, which the database has already refunded.
 */
export const orderStatus: Template = (data, { siteUrl }) => {
  const order = v.parse(schema, data)
  const { outcome, Body } = statuses[order.status]
  return {
    subject: `Your order ${order.order_number} ${order.to_follow > 0 ? 'is partly on its way' : outcome}`,
    body: <Body order={order} siteUrl={siteUrl} />,
  }
}

const statuses: Record<OrderStatus['status'], { outcome: string; Body: (props: Props) => ReactNode }> = {
  shipped: { outcome: 'is on its way', Body: Shipped },
  delivered: { outcome: 'has been delivered', Body: Delivered },
  cancelled: { outcome: 'has been cancelled', Body: Cancelled },
  refunded: { outcome: 'is to be refunded', Body: Refunded },
}

function Shipped({ order, siteUrl }: Props) {
  const facts = [
    { label: 'Carrier', value: order.carrier },
    { label: 'Tracking number', value: order.tracking_number },
  ].filter(({ value }) => value !== '')
  return (
    <>
      <Paragraph>
        {order.to_follow > 0
          ? 'A part of your order is on its way, in plain packaging.'
          : 'Your parcel is on its way, in plain packaging.'}
      </Paragraph>
      {order.items.length > 0 && (
        <Facts
          of={order.items.map((item) => ({ label: nameOf(item), value: counted(item.quantity, 'item') }))}
        />
      )}
      {order.to_follow > 0 && (
        <Paragraph>
          {`${counted(order.to_follow, 'more item')} will follow in another parcel. We’ll email you when it is sent.`}
        </Paragraph>
      )}
      {order.estimated_delivery && (
        <Panel label="Estimated delivery" value={calendarDay(order.estimated_delivery)} />
      )}
      {facts.length > 0 && <Facts of={facts} />}
      <Button href={`${siteUrl}/track-order?order=${order.order_number}`}>Track your order</Button>
    </>
  )
}

function Delivered({ siteUrl }: Props) {
  return (
    <>
      <Paragraph>
        Our carrier says your parcel has arrived. If it hasn’t, reply to this email and we’ll look into it.
      </Paragraph>
      <Paragraph>{`${returnRules.changeOfMind} ${returnRules.rights}`}</Paragraph>
      <Link href={`${siteUrl}/returns`}>About returns and refunds</Link>
    </>
  )
}

function Cancelled({ order }: Props) {
  const rest = restOf(order)
  return (
    <>
      {order.reason && (
        <Paragraph>
          {order.reason === byBuyer
            ? 'You cancelled it in your account. If that wasn’t you, reply to this email.'
            : `Reason: ${order.reason}`}
        </Paragraph>
      )}
      <Refunding order={order} />
      {rest && (
        <Paragraph>
          {order.refunded_amount > 0
            ? `We’ll refund the other ${rest} to the payment method you used, within ${refundDays}.`
            : `If you have paid, we’ll refund the full ${rest} to the payment method you used, within ${refundDays}.`}
        </Paragraph>
      )}
    </>
  )
}

function Refunded({ order }: Props) {
  const rest = restOf(order)
  return (
    <>
      <Refunding order={order} />
      {rest && (
        <>
          <Paragraph>
            {`We’ll refund ${rest} to the payment method you used, within ${refundDays}. Your bank may take a few more days to show it.`}
          </Paragraph>
          <Paragraph>If it hasn’t arrived by then, reply to this email and we’ll look into it.</Paragraph>
        </>
      )}
    </>
  )
}

/** The amount that neither a refund nor a gift card has returned, if any. */
function restOf({ total, gift_card_amount: onCard, currency: unit }: OrderStatus): string | null {
  return total > onCard ? formatPence(total - onCard, unit) : null
}

/** What refunds return, of which emails of their own tell, and what is on a gift card again. */
function Refunding({ order }: { order: OrderStatus }) {
  const { refunded_amount: refunded, gift_card_amount: onCard, currency: unit } = order
  const paid = `${formatPence(onCard, unit)} was paid with the gift card ending ${order.gift_card_hint}`
  return (
    <>
      {refunded > 0 && (
        <Paragraph>
          {`We’re refunding ${formatPence(refunded, unit)} to the payment method you used. A separate email will tell you when each refund is on its way.`}
        </Paragraph>
      )}
      {onCard > 0 && (
        <Paragraph>
          {order.gift_card_void
            ? `${paid}, which has ended. Reply to this email and we’ll send you a new card.`
            : `${paid} and has been put back on that card.`}
        </Paragraph>
      )}
    </>
  )
}
