import { toPence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import type { StockUnit } from './stock-unit'

/** A unit of a product with all that is known of its stock. */
export interface UnitStock extends StockUnit {
  /** Held by payments that are under way. */
  held: number
  threshold: number
  /** How many asked for an email when it is back. */
  waiting: number
}

/** A product's stock, by variant if it has options. */
export interface ProductStock {
  id: string
  name: string
  units: UnitStock[]
}

const unitSchema = v.object({
  variant_id: v.nullable(v.string()),
  option_values: v.array(v.string()),
  sku: v.nullable(v.string()),
  barcode: v.nullable(v.string()),
  stock: v.number(),
  held: v.number(),
  low_stock_threshold: v.number(),
  track_inventory: v.boolean(),
  is_active: v.boolean(),
  waiting: v.number(),
})

const recordSchema = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    slug: v.string(),
    options: v.array(v.object({ name: v.string() })),
    units: v.array(unitSchema),
  }),
  v.transform(({ id, name, slug, options, units }): ProductStock => ({
    id,
    name,
    units: units.map((unit) => ({
      id: unit.variant_id ?? id,
      productId: id,
      variantId: unit.variant_id,
      slug,
      name,
      options: unit.option_values.map((value, place) => ({ name: options[place]?.name ?? '', value })),
      sku: unit.sku,
      barcode: unit.barcode,
      pricePence: toPence(0),
      image: null,
      stock: unit.stock,
      isLow: unit.track_inventory && unit.stock <= unit.low_stock_threshold,
      isActive: unit.is_active,
      held: unit.held,
      threshold: unit.low_stock_threshold,
      waiting: unit.waiting,
    })),
  })),
)

/** The stock of a product. Staff only. A product that is gone is a BackendError of status 404. */
export const productStockQuery = (id: string) =>
  queryOptions({
    key: ['stock-of', id],
    queryFn: async (db, signal) =>
      v.parse(recordSchema, await row(db.rpc('stock_of', { p_id: id }).abortSignal(signal))),
  })
