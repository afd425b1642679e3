import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

const optionsSchema = v.array(v.object({ name: v.string(), values: v.array(v.string()) }))

const sizeGuideSchema = v.object({
  columns: v.array(v.string()),
  rows: v.array(v.array(v.string())),
  note: v.optional(v.nullable(v.string())),
})

/** A table of sizes with its measures. */
export type SizeGuide = v.InferOutput<typeof sizeGuideSchema>

const text = v.nullable(v.string())
const variantSchema = v.object({
  id: v.string(),
  option_values: v.array(v.string()),
  sku: text,
  barcode: text,
  price: v.number(),
  compare_at_price: v.nullable(v.number()),
  image: text,
  inventory_quantity: v.number(),
  low_stock_threshold: v.number(),
  is_active: v.boolean(),
  has_orders: v.boolean(),
})

/** A variant as the database has it; prices in pounds. */
export type VariantRecord = v.InferOutput<typeof variantSchema>

/** A product as its form reads it, by column; prices in pounds. */
export const productRecordSchema = v.object({
  id: v.string(),
  version: v.number(),
  slug: v.string(),
  name: v.string(),
  description: text,
  short_description: text,
  price: v.number(),
  compare_at_price: v.nullable(v.number()),
  category_id: text,
  category: v.nullable(v.object({ id: v.string(), name: v.string() })),
  images: v.array(v.string()),
  image_alts: v.array(v.string()),
  is_featured: v.boolean(),
  is_active: v.boolean(),
  archived_at: text,
  publish_at: text,
  unpublish_at: text,
  seo_title: text,
  seo_description: text,
  sku: text,
  barcode: text,
  brand: text,
  collection: text,
  features: v.array(v.string()),
  materials: text,
  care: text,
  dimensions: text,
  weight_grams: v.nullable(v.number()),
  box_contents: v.array(v.string()),
  good_for: text,
  size_guide: v.nullable(sizeGuideSchema),
  inventory_quantity: v.number(),
  low_stock_threshold: v.number(),
  track_inventory: v.boolean(),
  options: optionsSchema,
  variants: v.array(variantSchema),
})

/** A product as its form reads it. */
export type ProductRecord = v.InferOutput<typeof productRecordSchema>

/** All of a product. Staff only. A product that is gone is a BackendError of status 404. */
export const productRecordQuery = (id: string) =>
  queryOptions({
    key: ['product-record', id],
    queryFn: async (db, signal) =>
      v.parse(productRecordSchema, await row(db.rpc('product_record', { p_id: id }).abortSignal(signal))),
  })
