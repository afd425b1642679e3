import { toPence, type Pence } from '@shop/pricing'
import type { Database } from '@shop/supabase'
import { parseOptions, type ProductOption } from '../options/product-options'

/** The data of a product card. */
export interface CardProduct {
  id: string
  slug: string
  name: string
  shortDescription: string
  /** URL of the first picture, null if there is none. */
  image: string | null
  imageAlt: string
  storedPence: Pence
  /** The previous price, null where it must not be shown (the database decides). */
  wasPence: Pence | null
  stock: number
  /** What shoppers choose; empty for a product that is sold as itself. */
  options: ProductOption[]
  /** Whether some variants cost more than `storedPence`. */
  isFrom: boolean
  /** The query, "?" included, of the variant that was searched for. */
  query?: string
}

/** A page of a list, and how many products the whole list has. */
export interface ProductsPage {
  products: CardProduct[]
  count: number
}

/** Products per page: fills whole rows in two and in three columns. */
export const pageSize = 24

/** The columns of `products` that `toCardProduct` needs. */
export const cardColumns =
  'id, slug, name, short_description, price, was_price, images, image_alts, inventory_quantity, options, highest_price'

type CardRow = Pick<
  Database['public']['Tables']['products']['Row'],
  | 'id'
  | 'slug'
  | 'name'
  | 'short_description'
  | 'price'
  | 'was_price'
  | 'images'
  | 'image_alts'
  | 'inventory_quantity'
  | 'options'
  | 'highest_price'
>

/** @param row of `products` with `cardColumns`; the price in pounds */
export function toCardProduct(row: CardRow): CardProduct {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    shortDescription: row.short_description ?? '',
    image: row.images[0] ?? null,
    imageAlt: row.image_alts[0] || row.name,
    storedPence: toPence(row.price),
    wasPence: row.was_price ? toPence(row.was_price) : null,
    stock: row.inventory_quantity,
    options: parseOptions(row.options),
    isFrom: row.highest_price !== null && row.highest_price > row.price,
  }
}

/** The products of a page with what is sold out at its end. */
export function soldOutLast(products: readonly CardProduct[]): CardProduct[] {
  return [...products.filter(({ stock }) => stock > 0), ...products.filter(({ stock }) => stock <= 0)]
}
