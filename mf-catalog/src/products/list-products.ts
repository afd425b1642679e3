import { parseSettings } from '@shop/settings'
import { maybeRow, query, row, rows, type Backend, type Query } from '@shop/supabase'
import { cardColumns, pageSize, toCardProduct, type ProductsPage } from '../product-card/card-product'
import type { Surface } from '@shop/pricing'
import { noFilter, type ProductFilter, type Sort } from './product-filter'
import { storedBounds, type StoredBounds } from './stored-bounds'

/** A list narrowed by stock or price is counted and shown up to here: no counter knows every mix of filters. */
export const mostNarrowed = 240

const orders: Record<Sort, { column: 'created_at' | 'price' | 'name'; ascending: boolean }> = {
  newest: { column: 'created_at', ascending: false },
  'price-up': { column: 'price', ascending: true },
  'price-down': { column: 'price', ascending: false },
  name: { column: 'name', ascending: true },
}

/**
 * A page of the active products that a filter lets through. How many there are is asked apart: counting rows would read them all.
 *
 * @param number from 1
 * @param surface whose printed prices the filter's are
 */
export function productsQuery(
  number: number,
  filter: ProductFilter = noFilter,
  surface: Surface = 'listing',
): Query<ProductsPage> {
  return query({
    key: ['products', 'all', number, filter, surface],
    read: async (db, signal) => {
      const [bounds, category] = await Promise.all([
        boundsOf(db, filter, surface, signal),
        categoryId(db, filter, signal),
      ])
      if (filter.category && !category) return { products: [], count: 0 }
      const { column, ascending } = orders[filter.sort]
      const match = {
        is_active: true,
        ...(category && { category_id: category }),
        ...(filter.brand && { brand: filter.brand }),
      }
      const tallied = !filter.inStock && !bounds && !filter.brand
      // Neutral where nothing is asked for, so that both reads are the same question.
      const { least, most } = bounds ?? storedBounds(noFilter, 1)
      const leastStock = filter.inStock ? 1 : 0
      const list = db.from('products').select(cardColumns).match(match)
      const narrowed = tallied
        ? list
        : list.gte('price', least).lte('price', most).gte('inventory_quantity', leastStock)
      // Falling prices are the index of the rising ones, read backwards: so are the ids of products that cost the same.
      const found = rows(
        narrowed
          .order(column, { ascending })
          .order('id', { ascending: filter.sort !== 'price-down' })
          .range((number - 1) * pageSize, number * pageSize - 1)
          .abortSignal(signal),
      )
      const counted = tallied
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
              .gte('price', least)
              .lte('price', most)
              .gte('inventory_quantity', leastStock)
              .limit(mostNarrowed)
              .abortSignal(signal),
          ).then(({ length }) => length)
      const [products, count] = await Promise.all([found, counted])
      return { products: products.map(toCardProduct), count }
    },
  })
}

/** Null where no price is asked for. */
async function boundsOf(
  db: Backend,
  filter: ProductFilter,
  surface: Surface,
  signal: AbortSignal,
): Promise<StoredBounds | null> {
  if (filter.min === null && filter.max === null) return null
  // A category prints its prices as they are stored.
  if (surface === 'category') return storedBounds(filter, 1)
  const factor = await rows(
    db.from('shop_settings').select('key, value').eq('key', 'pricing.factor').abortSignal(signal),
  )
  return storedBounds(filter, parseSettings(factor).pricing.factor)
}

async function categoryId(
  db: Backend,
  { category }: ProductFilter,
  signal: AbortSignal,
): Promise<string | null> {
  if (!category) return null
  const found = await maybeRow(
    db
      .from('categories')
      .select('id')
      .eq('slug', category)
      .eq('is_active', true)
      .abortSignal(signal)
      .maybeSingle(),
  )
  return found?.id ?? null
}
