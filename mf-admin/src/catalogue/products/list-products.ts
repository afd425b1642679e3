import type { Pence } from '@shop/pricing'
import { queryOptions, row, type Backend, type Json } from '@shop/supabase'
import * as v from 'valibot'
import { pageEntries } from '../../kit/list-page'
import type { FilterValues } from '../../kit/url-state'
import { pence } from '../../kit/database-values'

/** A product as the list shows it. */
export interface ListedProduct {
  id: string
  name: string
  sku: string | null
  pricePence: Pence
  /** The highest price of its variants, if they differ. */
  highestPricePence: Pence | null
  compareAtPence: Pence | null
  /** Address without origin; null without a picture. */
  image: string | null
  stock: number
  variantCount: number
  isActive: boolean
  isFeatured: boolean
  isArchived: boolean
  /** When it goes live; null unless that is scheduled. */
  publishAt: Date | null
  category: string | null
  version: number
}

const rowSchema = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    sku: v.nullable(v.string()),
    price: pence,
    highest_price: v.nullable(pence),
    compare_at_price: v.nullable(pence),
    images: v.array(v.string()),
    inventory_quantity: v.number(),
    variant_count: v.number(),
    is_active: v.boolean(),
    is_featured: v.boolean(),
    archived_at: v.nullable(v.string()),
    publish_at: v.nullable(v.string()),
    category: v.nullable(v.object({ name: v.string() })),
    version: v.number(),
  }),
  v.transform((product): ListedProduct => ({
    id: product.id,
    name: product.name,
    sku: product.sku,
    pricePence: product.price,
    highestPricePence: product.highest_price === product.price ? null : product.highest_price,
    compareAtPence: product.compare_at_price,
    image: product.images[0] ?? null,
    stock: product.inventory_quantity,
    variantCount: product.variant_count,
    isActive: product.is_active,
    isFeatured: product.is_featured,
    isArchived: product.archived_at !== null,
    publishAt: product.publish_at === null ? null : new Date(product.publish_at),
    category: product.category?.name ?? null,
    version: product.version,
  })),
)

const pageSchema = v.object(pageEntries(rowSchema))

/** One page of the list. */
export type ProductPage = v.InferOutput<typeof pageSchema>

const pageSize = 25

/** Which page of which products to read. */
interface Asked {
  filter: FilterValues
  sort: string
  page: number
  size: number
}

async function readPage(db: Backend, { filter, sort, page, size }: Asked, signal?: AbortSignal) {
  const asked = db.rpc('office_products', {
    p_filter: { ...filter } satisfies Record<string, Json | undefined>,
    p_sort: sort,
    p_page: page,
    p_size: size,
  })
  return v.parse(pageSchema, await row(signal ? asked.abortSignal(signal) : asked))
}

/**
 * One page of the products, inactive ones included. Staff only.
 *
 * @param sort 'newest', 'updated', or a column ('name', 'price', 'stock'), with '-' before it for descending
 * @param page from 1; beyond the last it is the last
 */
export const productListQuery = (filter: FilterValues, sort: string, page: number) =>
  queryOptions({
    key: ['office-products', filter, sort, page],
    queryFn: (db, signal) => readPage(db, { filter, sort, page, size: pageSize }, signal),
  })

const maxPageSize = 100

/** The products of all pages, in order. @param most how many at most @throws BackendError */
export async function listMatching(
  db: Backend,
  { filter, sort, most }: { filter: FilterValues; sort: string; most: number },
): Promise<ListedProduct[]> {
  const first = await readPage(db, { filter, sort, page: 1, size: maxPageSize })
  const pages = Math.min(first.pages, Math.ceil(most / maxPageSize))
  const others = await Promise.all(
    Array.from({ length: pages - 1 }, (_, index) =>
      readPage(db, { filter, sort, page: index + 2, size: maxPageSize }),
    ),
  )
  return [first, ...others].flatMap(({ rows }) => rows).slice(0, most)
}
