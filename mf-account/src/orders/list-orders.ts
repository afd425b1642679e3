import { toPence, type Pence } from '@shop/pricing'
import { queryOptions, rows } from '@shop/supabase'
import { parseAddress, parseItems, type OrderItem } from '@shop/pricing/order-contents'

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
  /** What has gone back, to whichever means. */
  refundedPence: Pence
  email: string | null
  items: OrderItem[]
  shippingAddress: string[]
  billingAddress: string[]
  checkoutSessionId: string | null
  paymentIntentId: string | null
}

const columns =
  'id, order_number, created_at, paid_at, status, payment_status, payment_method, currency, subtotal, discount_amount, promotion_code, tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, refunded_amount, email, items, shipping_address, billing_address, checkout_session_id, stripe_payment_intent_id'

/** The orders of one user, newest first. Staff may read all orders, so the user is named here as well. */
export const ordersQuery = (userId: string) =>
  queryOptions({
    key: ['orders', 'of', userId],
    queryFn: async (db, signal): Promise<Order[]> => {
      const found = await rows(
        db
          .from('orders')
          .select(columns)
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal),
      )
      return found.map((order) => ({
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
        shippingAddress: parseAddress(order.shipping_address),
        billingAddress: parseAddress(order.billing_address),
        checkoutSessionId: order.checkout_session_id,
        paymentIntentId: order.stripe_payment_intent_id,
      }))
    },
  })
