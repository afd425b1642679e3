import type { OfferedPromotion, Promotion } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

const scopes = {
  applies_to: v.optional(v.picklist(['order', 'products', 'categories']), 'order'),
  product_ids: v.optional(v.array(v.string()), []),
  category_ids: v.optional(v.array(v.string()), []),
}
const terms = { code: v.string(), minimum_pence: v.number(), ...scopes }
const rowSchema = v.variant('kind', [
  v.object({ ...terms, kind: v.literal('percent'), percent: v.number() }),
  v.object({ ...terms, kind: v.literal('amount'), amount_pence: v.number() }),
  v.object({ ...terms, kind: v.literal('free_delivery') }),
  v.object({
    ...terms,
    kind: v.literal('buy_get'),
    buy_quantity: v.number(),
    get_quantity: v.number(),
    percent: v.number(),
  }),
])

type Row = v.InferOutput<typeof rowSchema>

function scopeOf({ applies_to, product_ids, category_ids }: Row): Promotion['scope'] {
  if (applies_to === 'products') return { appliesTo: applies_to, productIds: product_ids }
  return applies_to === 'categories'
    ? { appliesTo: applies_to, categoryIds: category_ids }
    : { appliesTo: applies_to }
}

function promotionOf(row: Row): Promotion {
  const scope = scopeOf(row)
  switch (row.kind) {
    case 'percent':
      return { kind: row.kind, percent: row.percent, scope }
    case 'amount':
      return { kind: row.kind, amountPence: row.amount_pence, scope }
    case 'free_delivery':
      return { kind: row.kind, scope }
    case 'buy_get':
      return { kind: row.kind, buy: row.buy_quantity, get: row.get_quantity, percent: row.percent, scope }
  }
}

/** A promotion as the database answers it: one that is automatic, or that of a code. */
export const termsSchema = v.pipe(
  rowSchema,
  v.transform((row): OfferedPromotion => ({
    code: row.code,
    minimumPence: row.minimum_pence,
    promotion: promotionOf(row),
  })),
)

/** The automatic promotions that this visitor can have, the earliest first. */
export const automaticPromotionsQuery = () =>
  queryOptions({
    key: ['automatic-promotions'],
    queryFn: async (db, signal): Promise<OfferedPromotion[]> =>
      v.parse(v.array(termsSchema), await row(db.rpc('automatic_promotions').abortSignal(signal))),
  })
