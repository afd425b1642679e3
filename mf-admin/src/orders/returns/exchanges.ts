import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { itemName } from '../refunds/order-refunds'
import { pence } from '../../kit/database-values'

const choiceSchema = v.pipe(
  v.object({
    product_id: v.string(),
    variant_id: v.nullable(v.string()),
    name: v.nullable(v.string()),
    variant_name: v.nullable(v.string()),
    price: pence,
    available: v.number(),
  }),
  v.transform(({ product_id: productId, variant_id: variantId, price: pence, available, ...item }) => ({
    productId,
    variantId,
    name: itemName(item.name, item.variant_name),
    pence,
    available,
  })),
)
const exchangeSchema = v.pipe(
  v.object({
    currency: v.string(),
    returned: pence,
    total: pence,
    discount: pence,
    takes_payment: v.boolean(),
    choices: v.array(choiceSchema),
  }),
  v.transform(({ currency, returned, total, discount, takes_payment: takesPayment, choices }) => ({
    currency,
    /** What the replacement costs more is taken as simulated; otherwise the customer gets a payment link. */
    takesPayment,
    returnedPence: returned,
    totalPence: total,
    discountPence: discount,
    choices,
  })),
)

/** What came back is worth, what its replacement costs, and what there is to choose from; in pence with VAT. */
export type ExchangeQuote = v.InferOutput<typeof exchangeSchema>

/** Pieces that replace what came back. */
export interface Replacement {
  productId: string
  variantId: string | null
  quantity: number
}

const sentLines = (lines: readonly Replacement[]) =>
  lines.map(({ productId, variantId, quantity }) => ({
    product_id: productId,
    variant_id: variantId,
    quantity,
  }))

/** What an exchange would come to; without lines only what there is to choose from. */
export const exchangeQuoteQuery = (id: string, lines: readonly Replacement[]) =>
  queryOptions({
    key: ['exchange-quote', id, lines],
    queryFn: async (db, signal): Promise<ExchangeQuote> =>
      v.parse(
        exchangeSchema,
        await row(db.rpc('quote_exchange', { p_id: id, p_lines: sentLines(lines) }).abortSignal(signal)),
      ),
  })

/**
 * Sends a replacement that what came back pays for. @param refundId the same again changes nothing
 * @returns the number of its order; null while it waits for the customer's payment
 * @throws BackendError with `totals_changed`, `payment_required`, `insufficient_stock` and others as hint
 */
export async function exchangeReturn(
  db: Backend,
  {
    id,
    refundId,
    lines,
    totalPence,
  }: { id: string; refundId: string; lines: readonly Replacement[]; totalPence: number },
): Promise<string | null> {
  const reply: unknown = await row(
    db.rpc('exchange_return', {
      p_id: id,
      p_refund: refundId,
      p_lines: sentLines(lines),
      p_expected_total: totalPence / 100,
    }),
  )
  return v.parse(v.object({ order_number: v.nullable(v.string()) }), reply).order_number
}

/** Ends the payment link of an exchange that waits. @param id of the return @throws BackendError */
export async function withdrawExchange(db: Backend, id: string): Promise<void> {
  await row(db.rpc('withdraw_exchange', { p_id: id }))
}
