import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { cardColumns, toCardProduct, type CardProduct } from '../product-card/card-product'

const featuredLimit = 3

/** The newest featured products, at most three (`docs/specification/storefront.md`, section 9). */
export function featuredQuery(): AppQuery<CardProduct[]> {
  return queryOptions({
    key: ['products', 'featured'],
    queryFn: async (db, signal) => {
      const data = await rows(
        db
          .from('products')
          .select(cardColumns)
          .eq('is_active', true)
          .eq('is_featured', true)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(featuredLimit)
          .abortSignal(signal),
      )
      return data.map(toCardProduct)
    },
  })
}
