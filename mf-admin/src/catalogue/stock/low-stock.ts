import { toPence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import type { StockUnit } from './stock-unit'

/** A product or variant whose stock is at its threshold or below. */
export interface LowUnit extends StockUnit {
  isArchived: boolean
  threshold: number
  /** How many asked for an email when it is back. */
  waiting: number
  since: Date
}

const rowSchema = v.pipe(
  v.object({
    product_id: v.string(),
    variant_id: v.nullable(v.string()),
    name: v.string(),
    slug: v.string(),
    option_values: v.array(v.string()),
    sku: v.nullable(v.string()),
    image: v.nullable(v.string()),
    is_active: v.boolean(),
    archived_at: v.nullable(v.string()),
    stock: v.number(),
    low_stock_threshold: v.number(),
    since: v.string(),
    waiting: v.number(),
  }),
  v.transform((unit): LowUnit => ({
    id: unit.variant_id ?? unit.product_id,
    productId: unit.product_id,
    variantId: unit.variant_id,
    slug: unit.slug,
    name: unit.name,
    options: unit.option_values.map((value) => ({ name: '', value })),
    sku: unit.sku,
    barcode: null,
    pricePence: toPence(0),
    image: unit.image,
    stock: unit.stock,
    isLow: true,
    isActive: unit.is_active,
    isArchived: unit.archived_at !== null,
    threshold: unit.low_stock_threshold,
    waiting: unit.waiting,
    since: new Date(unit.since),
  })),
)

const pageSchema = v.object({
  rows: v.array(rowSchema),
  total: v.number(),
  page: v.number(),
  pages: v.number(),
})

/** What is low, the latest first: as many as the figure of the dashboard. Staff only. @param page from 1; beyond the last it is the last */
export const lowStockQuery = (page: number) =>
  queryOptions({
    key: ['low-stock', page],
    queryFn: async (db, signal) =>
      v.parse(pageSchema, await row(db.rpc('low_stock', { p_page: page, p_size: 25 }).abortSignal(signal))),
  })
