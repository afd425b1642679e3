import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { cardColumns, toCardProduct, type CardProduct } from '../product-card/card-product'

/** Those of the products that are still sold. @param ids at most 100, so that they fit into an address */
export function wishedQuery(ids: readonly string[]): AppQuery<CardProduct[]> {
  const asked = [...ids].sort()
  return queryOptions({
    key: ['products', 'wished', asked],
    queryFn: async (db, signal) => {
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
