import { optionSlug, toPence, variantQuery, type Pence } from '@shop/pricing'
import * as v from 'valibot'

/** What is counted and sold: a product without options, or a variant. */
export interface StockUnit {
  /** The variant, or the product where there is none: unique among all units. */
  id: string
  productId: string
  variantId: string | null
  slug: string
  name: string
  options: readonly { name: string; value: string }[]
  sku: string | null
  barcode: string | null
  /** The stored price, without VAT. */
  pricePence: Pence
  image: string | null
  stock: number
  isLow: boolean
  isActive: boolean
}

/** A unit as the database describes it. */
export const stockUnitSchema = v.pipe(
  v.object({
    product_id: v.string(),
    variant_id: v.nullable(v.string()),
    slug: v.string(),
    name: v.string(),
    options: v.array(v.object({ name: v.string(), value: v.string() })),
    sku: v.nullable(v.string()),
    barcode: v.nullable(v.string()),
    price: v.number(),
    image: v.nullable(v.string()),
    stock: v.pipe(v.number(), v.integer()),
    low_stock_threshold: v.number(),
    track_inventory: v.boolean(),
    is_active: v.boolean(),
  }),
  v.transform((unit): StockUnit => ({
    id: unit.variant_id ?? unit.product_id,
    productId: unit.product_id,
    variantId: unit.variant_id,
    slug: unit.slug,
    name: unit.name,
    options: unit.options,
    sku: unit.sku,
    barcode: unit.barcode,
    pricePence: toPence(unit.price),
    image: unit.image,
    stock: unit.stock,
    isLow: unit.track_inventory && unit.stock <= unit.low_stock_threshold,
    isActive: unit.is_active,
  })),
)

/** "M / Deep Plum"; empty without options. */
export const variantName = ({ options }: Pick<StockUnit, 'options'>): string =>
  options.map(({ value }) => value).join(' / ')

/** "Hours Silk Robe, M / Deep Plum". */
export const unitName = (unit: Pick<StockUnit, 'name' | 'options'>): string =>
  [unit.name, variantName(unit)].filter(Boolean).join(', ')

/** The path of the page that sells the unit; the QR code on its label leads there. */
export function unitPath({ slug, options }: Pick<StockUnit, 'slug' | 'options'>): string {
  const named = options.filter(({ name, value }) => optionSlug(name) && optionSlug(value))
  return `/products/${slug}${named.length ? `?${variantQuery(named)}` : ''}`
}
