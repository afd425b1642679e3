import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { cardColumns, toCardProduct, type CardProduct } from '../product-card/card-product'

/** The products with these ids that are still for sale, in the order of the ids. */
export function recentQuery(ids: readonly string[]): AppQuery<CardProduct[]> {
  return queryOptions({
    key: ['products', 'recent', ids],
    queryFn: async (db, signal) => {
      const data = await rows(
        db
          .from('products')
          .select(cardColumns)
          .eq('is_active', true)
          .in('id', ids)
          .limit(ids.length)
          .abortSignal(signal),
      )
      return data.map(toCardProduct).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    },
  })
}
