import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { cardColumns, toCardProduct, type CardProduct } from '../product-card/card-product'

/** The active products among these. @param ids at most 100, so that they fit into a URL */
export function wishlistProductsQuery(ids: readonly string[]): AppQuery<CardProduct[]> {
  const sortedIds = [...ids].sort()
  return queryOptions({
    key: ['products', 'wishlist', sortedIds],
    queryFn: async (db, signal) => {
      if (sortedIds.length === 0) return []
      const data = await rows(
        db
          .from('products')
          .select(cardColumns)
          .in('id', sortedIds)
          .eq('is_active', true)
          .order('id')
          .abortSignal(signal),
      )
      return data.map(toCardProduct)
    },
  })
}
