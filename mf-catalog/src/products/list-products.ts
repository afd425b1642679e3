import { maybeRow, queryOptions, row, rows, type Backend, type AppQuery } from '@shop/supabase'
import {
  cardColumns,
  pageSize,
  soldOutLast,
  toCardProduct,
  type ProductsPage,
} from '../product-card/card-product'
import type { Surface } from '@shop/pricing'
import { noFilter, type ProductFilter, type Sort } from './product-filter'
import { priceBounds } from './price-bounds'
import { noBounds } from './stored-bounds'

/** Filtered lists are counted and shown up to this number: there is no counter for each combination of filters. */
export const maxFilteredCount = 240

const orders: Record<Sort, { column: 'created_at' | 'price' | 'name'; ascending: boolean }> = {
  newest: { column: 'created_at', ascending: false },
  'price-up': { column: 'price', ascending: true },
  'price-down': { column: 'price', ascending: false },
  name: { column: 'name', ascending: true },
}

/**
 * A page of the active products that match a filter. The total comes from a counter, since counting rows reads them all.
 *
 * @param number from 1
 * @param surface whose large figures the filter refers to
 */
export function productsQuery(
  number: number,
  filter: ProductFilter = noFilter,
  surface: Surface = 'listing',
): AppQuery<ProductsPage> {
  return queryOptions({
    key: ['products', 'all', number, filter, surface],
    queryFn: async (db, signal) => {
      const [bounds, category] = await Promise.all([
        priceBounds(db, filter, surface, signal),
        categoryId(db, filter, signal),
      ])
      if (filter.category && !category) return { products: [], count: 0 }
      const { column, ascending } = orders[filter.sort]
      const match = {
        is_active: true,
        ...(category && { category_id: category }),
        ...(filter.brand && { brand: filter.brand }),
      }
      const isUnfiltered = !filter.inStock && !bounds && !filter.brand
      // Neutral without a filter, so that both queries are the same.
      const { min, max } = bounds ?? noBounds
      const minStock = filter.inStock ? 1 : 0
      const list = db.from('products').select(cardColumns).match(match)
      const filtered = isUnfiltered
        ? list
        : list.gte('price', min).lte('price', max).gte('inventory_quantity', minStock)
      // Descending prices scan the ascending index backwards, and so the ids of equal prices.
      const pageRequest = rows(
        filtered
          .order(column, { ascending })
          .order('id', { ascending: filter.sort !== 'price-down' })
          .range((number - 1) * pageSize, number * pageSize - 1)
          .abortSignal(signal),
      )
      const countRequest = isUnfiltered
        ? row(
            db
              .rpc('count_products', filter.category ? { p_category: filter.category } : {}, { get: true })
              .abortSignal(signal),
          )
        : rows(
            db
              .from('products')
              .select('id')
              .match(match)
              .gte('price', min)
              .lte('price', max)
              .gte('inventory_quantity', minStock)
              .limit(maxFilteredCount)
              .abortSignal(signal),
          ).then(({ length }) => length)
      const [products, count] = await Promise.all([pageRequest, countRequest])
      const cards = products.map(toCardProduct)
      // Sold-out products go last in the default order alone, not in one that the visitor chose.
      return { products: filter.sort === 'newest' ? soldOutLast(cards) : cards, count }
    },
  })
}

async function categoryId(
  db: Backend,
  { category }: ProductFilter,
  signal: AbortSignal,
): Promise<string | null> {
  if (!category) return null
  const data = await maybeRow(
    db
      .from('categories')
      .select('id')
      .eq('slug', category)
      .eq('is_active', true)
      .abortSignal(signal)
      .maybeSingle(),
  )
  return data?.id ?? null
}
