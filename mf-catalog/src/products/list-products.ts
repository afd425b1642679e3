import { query, row, rows, type Query } from '@shop/supabase'
import { cardColumns, pageSize, toCardProduct, type ProductsPage } from '../product-card/card-product'

/** A page of all active products, newest first. How many there are is asked apart: counting rows would read them all. @param number from 1 */
export function productsQuery(number: number): Query<ProductsPage> {
  return query({
    key: ['products', 'all', number],
    read: async (db, signal) => {
      const found = rows(
        db
          .from('products')
          .select(cardColumns)
          .eq('is_active', true)
          .order('created_at', { ascending: false })
          .order('id')
          .range((number - 1) * pageSize, number * pageSize - 1)
          .abortSignal(signal),
      )
      const [products, count] = await Promise.all([found, row(db.rpc('count_products', {}, { get: true }).abortSignal(signal))])
      return { products: products.map(toCardProduct), count }
    },
  })
}
