import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { priceBounds } from './price-bounds'
import type { ProductFilter, ProductListing } from './product-filter'

/** How many products each value of a filter would leave; null where so many are not counted. */
export interface Facets {
  /** By slug; one that is missing is not counted. */
  categories: Readonly<Record<string, number | null>>
  /** Every brand of the listing, by name. */
  brands: readonly { name: string; count: number | null }[]
  inStock: number | null
}

/** The counts of a listing's filters, each with the other filters as they are. */
export function facetsQuery(listing: ProductListing, filter: ProductFilter): AppQuery<Facets> {
  const { category, brand, inStock, min, max } = filter
  return queryOptions({
    key: ['products', 'facets', listing.category, category, brand, inStock, min, max],
    queryFn: async (db, signal) => {
      const surface = listing.category === null ? 'listing' : 'category'
      const bounds = await priceBounds(db, filter, surface, signal)
      const counted = await rows(
        db
          .rpc(
            'product_facets',
            {
              ...(listing.category !== null && { p_listing: listing.category }),
              ...(category !== null && { p_category: category }),
              ...(brand !== null && { p_brand: brand }),
              ...(bounds && { p_min: bounds.min, p_max: bounds.max }),
              ...(inStock && { p_in_stock: true }),
            },
            { get: true },
          )
          .abortSignal(signal),
      )
      const of = (facet: string) => counted.filter((row) => row.facet === facet)
      return {
        categories: Object.fromEntries(of('category').map(({ value, count }) => [value, count])),
        brands: of('brand').map(({ value, count }) => ({ name: value, count })),
        inStock: of('stock')[0]?.count ?? null,
      }
    },
  })
}
