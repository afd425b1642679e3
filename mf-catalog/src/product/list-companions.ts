import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { cardColumns, toCardProduct, type CardProduct } from '../product-card/card-product'

const companionsShown = 3

/** The newest other products of a category that can be had, at most three. */
export function companionsQuery(productId: string, categoryId: string): AppQuery<CardProduct[]> {
  return queryOptions({
    key: ['products', 'companions', productId, categoryId],
    queryFn: async (db, signal) => {
      const found = await rows(
        db
          .from('products')
          .select(cardColumns)
          .eq('is_active', true)
          .eq('category_id', categoryId)
          .neq('id', productId)
          .gt('inventory_quantity', 0)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(companionsShown)
          .abortSignal(signal),
      )
      return found.map(toCardProduct)
    },
  })
}
