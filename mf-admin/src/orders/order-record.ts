import { toPence, type Pence } from '@shop/pricing'
import { maybeRow, queryOptions } from '@shop/supabase'
import { envelopeLines, parseItems, type OrderItem } from '@shop/pricing/order-contents'
import * as v from 'valibot'

/** All of an order that its details show; money in pence of its own currency, as it was charged. */
export interface OrderRecord {
  id: string
  number: string
  email: string | null
  phone: string | null
  /** Of the person it is sent to. */
  firstName: string | null
  userId: string | null
  customerId: string | null
  createdAt: Date
  updatedAt: Date
  paidAt: Date | null
  currency: string
  items: OrderItem[]
  subtotalPence: Pence
  /** Null without a promotion. One of 0 pence gave free delivery. */
  discount: { code: string; pence: Pence } | null
  vatPence: Pence
  shippingPence: Pence
  totalPence: Pence
  /** What a gift card paid of the total. */
  card: { hint: string; pence: Pence } | null
  shippingMethod: string | null
  paymentMethod: string
  paymentStatus: string
  status: string
  shippingAddress: string[]
  billingAddress: string[]
  sessionId: string | null
  paymentIntentId: string | null
}

/** The key of every order's details, to invalidate them all. */
export const orderRecordsKey = ['office-order']

const firstName = v.fallback(
  v.pipe(
    v.object({ first_name: v.string() }),
    v.transform(({ first_name: name }) => name.trim() || null),
  ),
  null,
)

/** An order by its number; null when there is none. Staff with the right to orders only. */
export const orderRecordQuery = (number: string) =>
  queryOptions({
    key: [...orderRecordsKey, number],
    queryFn: async (db, signal): Promise<OrderRecord | null> => {
      const order = await maybeRow(
        db
          .from('orders')
          .select(
            'id, order_number, email, phone, user_id, customer_id, created_at, updated_at, paid_at, currency, items, subtotal, discount_amount, promotion_code, tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, shipping_method, payment_method, payment_status, status, shipping_address, billing_address, stripe_session_id, stripe_payment_intent_id',
          )
          .eq('order_number', number)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return (
        order && {
          id: order.id,
          number: order.order_number,
          email: order.email,
          phone: order.phone,
          firstName: v.parse(firstName, order.shipping_address),
          userId: order.user_id,
          customerId: order.customer_id,
          createdAt: new Date(order.created_at),
          updatedAt: new Date(order.updated_at),
          paidAt: order.paid_at === null ? null : new Date(order.paid_at),
          currency: order.currency,
          items: parseItems(order.items),
          subtotalPence: toPence(order.subtotal),
          discount:
            order.promotion_code === null
              ? null
              : { code: order.promotion_code, pence: toPence(order.discount_amount) },
          vatPence: toPence(order.tax_amount),
          shippingPence: toPence(order.shipping_amount),
          totalPence: toPence(order.total),
          card:
            order.gift_card_hint === null
              ? null
              : { hint: order.gift_card_hint, pence: toPence(order.gift_card_amount) },
          shippingMethod: order.shipping_method,
          paymentMethod: order.payment_method || 'Card',
          paymentStatus: order.payment_status,
          status: order.status,
          shippingAddress: envelopeLines(order.shipping_address),
          billingAddress: envelopeLines(order.billing_address),
          sessionId: order.stripe_session_id,
          paymentIntentId: order.stripe_payment_intent_id,
        }
      )
    },
  })
