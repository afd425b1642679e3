import { queryOptions, rows, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { stockUnitSchema, type StockUnit } from '../stock/stock-unit'

const optionsSchema = v.array(v.object({ name: v.string(), values: v.array(v.string()) }))

const variantColumns =
  'id, option_values, sku, barcode, price, image, inventory_quantity, low_stock_threshold, track_inventory, is_active'
const productColumns =
  'id, slug, name, sku, barcode, price, images, options, inventory_quantity, low_stock_threshold, track_inventory, is_active'

interface VariantRow {
  id: string
  option_values: string[]
  sku: string | null
  barcode: string | null
  price: number
  image: string | null
  inventory_quantity: number
  low_stock_threshold: number
  track_inventory: boolean
  is_active: boolean
}
interface ProductRow extends Omit<VariantRow, 'option_values' | 'image'> {
  slug: string
  name: string
  images: string[]
  options: unknown
}

function toUnit(product: ProductRow, variant: VariantRow | null): StockUnit {
  const {
    price,
    inventory_quantity: stock,
    low_stock_threshold,
    track_inventory,
    barcode,
  } = variant ?? product
  const values = variant?.option_values ?? []
  return v.parse(stockUnitSchema, {
    product_id: product.id,
    variant_id: variant?.id ?? null,
    slug: product.slug,
    name: product.name,
    options: v
      .parse(optionsSchema, product.options)
      .map(({ name }, place) => ({ name, value: values[place] ?? '' })),
    sku: variant?.sku ?? product.sku,
    barcode,
    price,
    image: variant?.image ?? product.images[0] ?? null,
    stock,
    low_stock_threshold,
    track_inventory,
    is_active: product.is_active && (variant?.is_active ?? true),
  })
}

/** The places of a variant's values in the lists of its product, to sort by. */
function placeOf({ options }: ProductRow, { option_values: values }: VariantRow): number {
  return v
    .parse(optionsSchema, options)
    .reduce((place, option, nth) => place * 100 + option.values.indexOf(values[nth] ?? ''), 0)
}

function unitsOf(product: ProductRow & { product_variants: VariantRow[] }): StockUnit[] {
  if (v.parse(optionsSchema, product.options).length === 0) return [toUnit(product, null)]
  return [...product.product_variants]
    .sort((one, other) => placeOf(product, one) - placeOf(product, other))
    .map((variant) => toUnit(product, variant))
}

/** The units of products with these ids, by product. */
async function readProducts(db: Backend, ids: readonly string[], signal: AbortSignal) {
  const products = await rows(
    db
      .from('products')
      .select(`${productColumns}, product_variants!product_variants_product_id_fkey(${variantColumns})`)
      .in('id', ids)
      .abortSignal(signal),
  )
  return products.map((product) => ({ id: product.id, units: unitsOf(product) }))
}

async function readVariants(db: Backend, ids: readonly string[], signal: AbortSignal) {
  const variants = await rows(
    db
      .from('product_variants')
      .select(`${variantColumns}, products!product_variants_product_id_fkey!inner(${productColumns})`)
      .in('id', ids)
      .abortSignal(signal),
  )
  return variants.map(({ products, ...variant }) => ({ id: variant.id, units: [toUnit(products, variant)] }))
}

/**
 * The units by ids of products or variants: a product with options is all of its variants.
 * @returns units by the id they were asked for; ids that are gone are missing
 */
export const unitsQuery = (ids: readonly string[]) =>
  queryOptions({
    key: ['label-units', ...ids],
    queryFn: async (db, signal): Promise<ReadonlyMap<string, StockUnit[]>> => {
      const found = await Promise.all([readProducts(db, ids, signal), readVariants(db, ids, signal)])
      return new Map(found.flat().map(({ id, units }) => [id, units]))
    },
  })

const maxFound = 8

/** The units of products whose name or SKU is like a text, a few. */
export const searchUnitsQuery = (text: string) =>
  queryOptions({
    key: ['label-search', text],
    queryFn: async (db, signal): Promise<StockUnit[]> => {
      const found = await rows(
        db.rpc('search_products', { p_query: text, p_limit: maxFound }).select('id').abortSignal(signal),
      )
      const products = await readProducts(
        db,
        found.map(({ id }) => id),
        signal,
      )
      const order = new Map(found.map(({ id }, place) => [id, place]))
      return products
        .sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
        .flatMap(({ units }) => units)
    },
  })
