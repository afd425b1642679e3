import { toPounds, type Pence } from '@shop/pricing'
import { row, type Backend, type Json } from '@shop/supabase'
import * as v from 'valibot'

/** A change to many products at once. */
export type BulkChange =
  | { is_active: boolean }
  | { is_featured: boolean }
  | { category_id: string | null }
  /** By an amount, or a percentage rounded half up to the penny. */
  | { price: { amount: number } | { percent: number } }
  | { stock_change: number; note: string }

// The value was read as JSON and is sent back unchanged.
const jsonSchema = v.pipe(v.custom<Json>((value) => value !== undefined))

const doneSchema = v.array(
  v.object({ id: v.string(), version: v.number(), before: v.record(v.string(), v.unknown()) }),
)
const responseSchema = v.object({
  done: doneSchema,
  conflicts: v.array(v.object({ id: v.string(), name: v.string() })),
  rejected: v.array(v.object({ id: v.string(), name: v.nullable(v.string()), reason: v.string() })),
})

/** The result for each product. `undoBulk` reverts those in `done`; conflicts were changed by somebody else meanwhile. */
export type BulkResult = v.InferOutput<typeof responseSchema>

/** The database changes at most this many products in one call. */
export const maxBulk = 500

/** A change of price by an amount. @param pence negative lowers it */
export const priceByAmount = (pence: Pence): BulkChange => ({ price: { amount: toPounds(pence) } })

/**
 * Changes many products in one transaction. Those that somebody changed since they were read stay as they are and are
 * listed as conflicts.
 *
 * @param products at most `maxBulk`
 * @throws BackendError when nothing was changed
 */
export async function bulkProducts(
  db: Backend,
  { products, change }: { products: readonly { id: string; version: number }[]; change: BulkChange },
): Promise<BulkResult> {
  const listed = products.map(({ id, version }) => ({ id, version }))
  return v.parse(
    responseSchema,
    await row(db.rpc('bulk_products', { p_ids: listed, p_change: { ...change } })),
  )
}

/** Takes a bulk change back, except for products changed since. @throws BackendError when nothing was changed */
export async function undoBulk(db: Backend, done: BulkResult['done']): Promise<BulkResult> {
  const rows = v.parse(jsonSchema, done)
  return v.parse(responseSchema, await row(db.rpc('undo_bulk', { p_done: rows })))
}
