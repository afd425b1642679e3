import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { cardColumns, toCardProduct, type CardProduct } from '../product-card/card-product'

const maxRelatedProducts = 3

/** What goes with a product, best first: chosen by staff, else of paired categories; at most three, all in stock. */
export function companionsQuery(productId: string): AppQuery<CardProduct[]> {
  return queryOptions({
    key: ['products', 'companions', productId],
    queryFn: async (db, signal) => {
      const data = await rows(
        db
          .rpc('companions_of', { p_products: [productId], p_limit: maxRelatedProducts })
          .select(cardColumns)
          .abortSignal(signal),
      )
      return data.map(toCardProduct)
    },
  })
}

/** The newest other products of a category that are in stock, at most three. */
export function siblingsQuery(productId: string, categoryId: string): AppQuery<CardProduct[]> {
  return queryOptions({
    key: ['products', 'siblings', productId, categoryId],
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
