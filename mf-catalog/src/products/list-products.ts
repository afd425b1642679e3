import { page, query, type Query } from '@shop/supabase'
import { cardColumns, pageSize, toCardProduct, type ProductsPage } from '../product-card/card-product'

/** A page of all active products, newest first. @param number from 1 */
export function productsQuery(number: number): Query<ProductsPage> {
  return query({
    key: ['products', 'all', number],
    read: async (db, signal) => {
      const { rows, count } = await page(
        db
          .from('products')
          .select(cardColumns, { count: 'exact' })
          .eq('is_active', true)
          .order('created_at', { ascending: false })
          .order('id')
          .range((number - 1) * pageSize, number * pageSize - 1)
          .abortSignal(signal),
      )
      return { products: rows.map(toCardProduct), count }
    },
  })
}
