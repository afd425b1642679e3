import { query, rows, type Query } from '@shop/supabase'
import { cardColumns, toCardProduct, type CardProduct } from '../product-card/card-product'

/** Those of the products that are still sold. @param ids at most 100, so that they fit into an address */
export function wishedQuery(ids: readonly string[]): Query<CardProduct[]> {
  const asked = [...ids].sort()
  return query({
    key: ['products', 'wished', asked],
    read: async (db, signal) => {
      if (asked.length === 0) return []
      const found = await rows(
        db
          .from('products')
          .select(cardColumns)
          .in('id', asked)
          .eq('is_active', true)
          .order('id')
          .abortSignal(signal),
      )
      return found.map(toCardProduct)
    },
  })
}
