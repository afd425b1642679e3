import { toPence, type Pence } from '@shop/pricing'
import { envelopeLines, parseItems, type OrderItem } from '@shop/pricing/order-contents'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

/** A refund of an order, with its day. */
interface Refunded {
  at: Date
  pence: Pence
  vatPence: Pence
}

/** A paid order as its receipt shows it. */
export interface Receipt {
  number: string
  orderedAt: Date
  /** When it was paid. */
  taxPoint: Date
  currency: string
  items: OrderItem[]
  /** A gift card bears no VAT: what it pays for does. */
  isGiftCard: boolean
  subtotalPence: Pence
  discount: { code: string; pence: Pence } | null
  /** As a share: 0.2. */
  vatRate: number
  vatPence: Pence
  deliveryPence: Pence
  totalPence: Pence
  paymentMethod: string
  card: { hint: string; pence: Pence } | null
  billingAddress: string[]
  shippingAddress: string[]
  /** Oldest first. */
  refunds: Refunded[]
}

const pence = v.pipe(
  v.number(),
  v.transform((pounds) => toPence(pounds)),
)
const moment = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
)
const schema = v.object({
  order_number: v.string(),
  created_at: moment,
  tax_point: moment,
  currency: v.string(),
  items: v.array(v.unknown()),
  subtotal: pence,
  discount_amount: pence,
  promotion_code: v.nullable(v.string()),
  vat_rate: v.number(),
  tax_amount: pence,
  shipping_amount: pence,
  total: pence,
  payment_method: v.string(),
  gift_card_amount: pence,
  gift_card_hint: v.nullable(v.string()),
  billing_address: v.unknown(),
  shipping_address: v.unknown(),
  refunds: v.array(v.object({ at: moment, amount: pence, tax_amount: pence })),
})
const giftCard = v.looseObject({ gift_card: v.literal(true) })

function parseReceipt(stored: unknown): Receipt {
  const order = v.parse(schema, stored)
  return {
    number: order.order_number,
    orderedAt: order.created_at,
    taxPoint: order.tax_point,
    currency: order.currency,
    items: parseItems(order.items),
    isGiftCard: order.items.every((item) => v.is(giftCard, item)),
    subtotalPence: order.subtotal,
    discount:
      order.promotion_code === null ? null : { code: order.promotion_code, pence: order.discount_amount },
    vatRate: order.vat_rate,
    vatPence: order.tax_amount,
    deliveryPence: order.shipping_amount,
    totalPence: order.total,
    paymentMethod: order.payment_method,
    card:
      order.gift_card_hint === null ? null : { hint: order.gift_card_hint, pence: order.gift_card_amount },
    billingAddress: envelopeLines(order.billing_address),
    shippingAddress: envelopeLines(order.shipping_address),
    refunds: order.refunds.map(({ at, amount, tax_amount: vat }) => ({ at, pence: amount, vatPence: vat })),
  }
}

/**
 * A receipt, for the owner by the order's number or for whoever has an email's link by its token. Null where there is none, which says
 * nothing about whether there is such an order.
 */
export const receiptQuery = (by: { number: string } | { token: string }) =>
  queryOptions({
    key: ['orders', 'receipt', 'number' in by ? by.number : by.token],
    queryFn: async (db, signal): Promise<Receipt | null> => {
      const args = 'number' in by ? { p_number: by.number } : { p_token: by.token }
      const found: unknown = await row(db.rpc('order_receipt', args).abortSignal(signal))
      return found === null ? null : parseReceipt(found)
    },
  })
