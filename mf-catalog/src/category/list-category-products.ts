import { page, query, type Query } from '@shop/supabase'
import { cardColumns, pageSize, toCardProduct, type ProductsPage } from '../product-card/card-product'

/**
 * A page of the active products of a category, newest first. Asked by slug, so that it need not wait for the category.
 *
 * @param number of the page, from 1
 */
export function categoryProductsQuery(slug: string, number: number): Query<ProductsPage> {
  return query({
    key: ['products', 'category', slug, number],
    read: async (db, signal) => {
      const { rows, count } = await page(
        db
          .from('products')
          .select(`${cardColumns}, category:categories!inner(slug)`, { count: 'exact' })
          .eq('is_active', true)
          .eq('category.slug', slug)
          .order('created_at', { ascending: false })
          .order('id')
          .range((number - 1) * pageSize, number * pageSize - 1)
          .abortSignal(signal),
      )
      return { products: rows.map(toCardProduct), count }
    },
  })
}
