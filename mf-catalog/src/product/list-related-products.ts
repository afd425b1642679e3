import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { cardColumns, toCardProduct, type CardProduct } from '../product-card/card-product'

const maxRelatedProducts = 3

/** The newest other products of a category that are in stock, at most three. */
export function relatedProductsQuery(productId: string, categoryId: string): AppQuery<CardProduct[]> {
  return queryOptions({
    key: ['products', 'related', productId, categoryId],
    queryFn: async (db, signal) => {
      const data = await rows(
        db
          .from('products')
          .select(cardColumns)
          .eq('is_active', true)
          .eq('category_id', categoryId)
          .neq('id', productId)
          .gt('inventory_quantity', 0)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(maxRelatedProducts)
          .abortSignal(signal),
      )
      return data.map(toCardProduct)
    },
  })
}
