import { toPence, type Pence } from '@shop/pricing'
import { envelopeLines, parseItems, type OrderItem } from '@shop/pricing/order-contents'
import * as v from 'valibot'

/** An order as its buyer sees it. Dates are ISO texts. */
export interface Order {
  id: string
  number: string
  createdAt: string
  paidAt: string | null
  status: string
  paymentStatus: string
  paymentMethod: string
  /** ISO code, upper case. */
  currency: string
  subtotalPence: Pence
  /** Null without a promotion code. */
  discount: { code: string; pence: Pence } | null
  vatPence: Pence
  shippingPence: Pence
  totalPence: Pence
  /** The part of the total paid by gift card. */
  card: { hint: string; pence: Pence } | null
  /** The amount refunded, to any means of payment. */
  refundedPence: Pence
  email: string | null
  items: OrderItem[]
  /** The picture of the first line that has one. */
  image: string | null
  shippingAddress: string[]
  billingAddress: string[]
  /** As chosen at the checkout. */
  shippingMethod: string | null
  /** The days that were promised when it was placed, as ISO dates. */
  arrival: { from: string; to: string } | null
  checkoutSessionId: string | null
  paymentIntentId: string | null
}

/** The columns of `orders` that `toOrder` reads. */
export const orderColumns =
  'id, order_number, created_at, paid_at, status, payment_status, payment_method, currency, subtotal, discount_amount, promotion_code, tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, refunded_amount, email, items, shipping_address, billing_address, shipping_method, arrives_from, arrives_to, checkout_session_id, stripe_payment_intent_id'

interface StoredOrder {
  id: string
  order_number: string
  created_at: string
  paid_at: string | null
  status: string
  payment_status: string
  payment_method: string
  currency: string
  subtotal: number
  discount_amount: number
  promotion_code: string | null
  tax_amount: number
  shipping_amount: number
  total: number
  gift_card_amount: number
  gift_card_hint: string | null
  refunded_amount: number
  email: string | null
  items: unknown
  shipping_address: unknown
  billing_address: unknown
  shipping_method: string | null
  arrives_from: string | null
  arrives_to: string | null
  checkout_session_id: string | null
  stripe_payment_intent_id: string | null
}

const pictured = v.looseObject({ image: v.pipe(v.string(), v.nonEmpty()) })

/** A row of `orders` as the account shows it. */
export function toOrder(order: StoredOrder): Order {
  const items: unknown[] = Array.isArray(order.items) ? order.items : []
  return {
    id: order.id,
    number: order.order_number,
    createdAt: order.created_at,
    paidAt: order.paid_at,
    status: order.status,
    paymentStatus: order.payment_status,
    paymentMethod: order.payment_method || 'Card',
    currency: order.currency.toUpperCase(),
    subtotalPence: toPence(order.subtotal),
    discount: order.promotion_code
      ? { code: order.promotion_code, pence: toPence(order.discount_amount) }
      : null,
    vatPence: toPence(order.tax_amount),
    shippingPence: toPence(order.shipping_amount),
    totalPence: toPence(order.total),
    card: order.gift_card_hint
      ? { hint: order.gift_card_hint, pence: toPence(order.gift_card_amount) }
      : null,
    refundedPence: toPence(order.refunded_amount),
    email: order.email,
    items: parseItems(order.items),
    image: items.find((item) => v.is(pictured, item))?.image ?? null,
    shippingAddress: envelopeLines(order.shipping_address),
    billingAddress: envelopeLines(order.billing_address),
    shippingMethod: order.shipping_method,
    arrival:
      order.arrives_from && order.arrives_to ? { from: order.arrives_from, to: order.arrives_to } : null,
    checkoutSessionId: order.checkout_session_id,
    paymentIntentId: order.stripe_payment_intent_id,
  }
}
