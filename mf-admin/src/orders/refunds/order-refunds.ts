import type { Pence } from '@shop/pricing'
import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { pence, timestamp } from '../../kit/database-values'

/** An item of an order with its variant. */
export const itemName = (name: string | null, variant: string | null): string =>
  [name ?? 'Item', variant].filter(Boolean).join(', ')

const refundSchema = v.pipe(
  v.object({
    id: v.string(),
    state: v.picklist(['pending', 'succeeded', 'failed', 'given_up']),
    amount: pence,
    card_amount: pence,
    gift_card_amount: pence,
    /** What was to go to the card and never will; it is in none of the amounts. */
    given_up: pence,
    by_other_means: v.boolean(),
    reference: v.optional(v.nullable(v.string())),
    /** The payment that its card's part goes back to, as its provider calls it. */
    payment: v.optional(v.nullable(v.string()), null),
    note: v.string(),
    reason: v.string(),
    attempts: v.number(),
    last_error: v.nullable(v.string()),
    actor: v.nullable(v.string()),
    created_at: timestamp,
    settled_at: v.nullable(timestamp),
    lines: v.array(
      v.object({
        name: v.nullable(v.string()),
        variant_name: v.nullable(v.string()),
        quantity: v.number(),
        restocked: v.number(),
      }),
    ),
  }),
  v.transform(({ card_amount: card, gift_card_amount: giftCard, last_error: lastError, ...rest }) => ({
    ...rest,
    cardPence: card,
    giftCardPence: giftCard,
    givenUpPence: rest.given_up,
    isByOtherMeans: rest.by_other_means,
    /** It paid for the replacement of what came back, and went to no means of payment. */
    isExchange: rest.reference === 'exchange',
    lastError,
    createdAt: rest.created_at,
    settledAt: rest.settled_at,
  })),
)

const lineSchema = v.object({
  line: v.number(),
  name: v.nullable(v.string()),
  variant_name: v.nullable(v.string()),
  quantity: v.number(),
  refunded: v.number(),
  /** What was paid for all pieces: less the discount, with VAT. */
  amount: pence,
})

const schema = v.pipe(
  v.object({
    order_number: v.string(),
    currency: v.string(),
    status: v.string(),
    payment_status: v.string(),
    marked_refunded: v.boolean(),
    total: pence,
    refunded_amount: pence,
    gift_card_hint: v.nullable(v.string()),
    left: v.object({ card: pence, gift_card: pence, goods: pence, delivery: pence }),
    lines: v.array(lineSchema),
    refunds: v.array(refundSchema),
  }),
  v.transform((order) => ({
    orderNumber: order.order_number,
    currency: order.currency,
    status: order.status,
    isPaid: ['succeeded', 'refunded'].includes(order.payment_status),
    isMarkedRefunded: order.marked_refunded,
    totalPence: order.total,
    refundedPence: order.refunded_amount,
    giftCardHint: order.gift_card_hint,
    left: {
      cardPence: order.left.card,
      giftCardPence: order.left.gift_card,
      deliveryPence: order.left.delivery,
      /** Of everything. */
      pence: order.left.card + order.left.gift_card,
    },
    lines: order.lines.map(({ line, name, variant_name: variant, quantity, refunded, amount }) => ({
      line,
      name: itemName(name, variant),
      left: quantity - refunded,
      quantity,
      pence: amount,
    })),
    refunds: order.refunds,
  })),
)

/** The refunds of an order, newest first, and what is left to refund. Amounts in pence. */
export type OrderRefunds = v.InferOutput<typeof schema>
export type Refund = OrderRefunds['refunds'][number]

const refundsKey = ['order-refunds']

/** Staff with the right 'orders' only. */
export const orderRefundsQuery = (orderId: string) =>
  queryOptions({
    key: [...refundsKey, orderId],
    queryFn: async (db, signal) =>
      v.parse(schema, await row(db.rpc('refunds_of', { p_order: orderId }).abortSignal(signal))),
  })

/** What a refund gives back. */
export interface RefundRequest {
  lines: { line: number; quantity: number; restock: boolean }[]
  deliveryPence: Pence
  /** Null is what lines and delivery come to. */
  amountPence: Pence | null
}

/** The request as arguments of the database, in pounds. */
const requestArguments = ({ lines, deliveryPence, amountPence }: RefundRequest) => ({
  p_lines: lines,
  p_delivery: deliveryPence / 100,
  ...(amountPence !== null && { p_amount: amountPence / 100 }),
})

const quoteSchema = v.pipe(
  v.object({ amount: pence, card_amount: pence, gift_card_amount: pence, tax_amount: pence }),
  v.transform(({ amount, card_amount: card, gift_card_amount: giftCard, tax_amount: tax }) => ({
    pence: amount,
    cardPence: card,
    giftCardPence: giftCard,
    taxPence: tax,
  })),
)

/** What a refund comes to, in pence. */
export type RefundQuote = v.InferOutput<typeof quoteSchema>

/** What a refund would come to, by means of payment. Its errors say what is wrong with the request. */
export const refundQuoteQuery = (orderId: string, request: RefundRequest) =>
  queryOptions({
    // Not below the order's refunds: after a refund there may be nothing left to quote.
    key: ['refund-quote', orderId, request],
    queryFn: async (db, signal) =>
      v.parse(
        quoteSchema,
        await row(
          db.rpc('quote_refund', { p_order: orderId, ...requestArguments(request) }).abortSignal(signal),
        ),
      ),
  })

const stateSchema = v.object({ state: v.picklist(['pending', 'succeeded', 'failed', 'given_up']) })

/**
 * Refunds an order. @param id of the refund: the same again changes nothing
 * @throws BackendError
 */
export async function refundOrder(
  db: Backend,
  { id, orderId, request, reason }: { id: string; orderId: string; request: RefundRequest; reason: string },
) {
  const reply = await row(
    db.rpc('refund_order', { p_id: id, p_order: orderId, p_reason: reason, ...requestArguments(request) }),
  )
  return v.parse(stateSchema, reply).state
}

/** Has the provider asked again for a failed refund. @throws BackendError */
export async function retryRefund(db: Backend, id: string): Promise<void> {
  await row(db.rpc('retry_refund', { p_id: id }))
}

/** What becomes of a failed refund that is not tried again: staff paid it otherwise, or its money is left to refund again. */
export type Settlement = 'paid' | 'given-up'

/** Settles a failed refund. @param note how it was paid, or why it is given up @throws BackendError */
export async function settleRefund(
  db: Backend,
  { id, settlement, note }: { id: string; settlement: Settlement; note: string },
): Promise<void> {
  const request = { p_id: id, p_note: note }
  await row(
    settlement === 'paid' ? db.rpc('pay_refund_otherwise', request) : db.rpc('give_up_refund', request),
  )
}

/** Cancels an order that has not been sent. @throws BackendError */
export async function cancelOrder(
  db: Backend,
  { orderId, reason, refund }: { orderId: string; reason: string; refund: boolean },
): Promise<void> {
  await row(db.rpc('cancel_order', { p_order: orderId, p_reason: reason, p_refund: refund }))
}
