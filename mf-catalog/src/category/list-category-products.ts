import { maybeRow, queryOptions, row, type AppQuery } from '@shop/supabase'
import { productsQuery } from '../products/list-products'
import { filterParams, type ProductFilter } from '../products/product-filter'
import {
  cardColumns,
  pageSize,
  soldOutLast,
  toCardProduct,
  type ProductsPage,
} from '../product-card/card-product'

/** A page of the active products of a category that match a filter. @param number of the page, from 1 */
export function categoryListQuery(
  slug: string,
  number: number,
  filter: ProductFilter,
): AppQuery<ProductsPage> {
  if (filterParams(filter).size === 0) return categoryProductsQuery(slug, number)
  return productsQuery(number, { ...filter, category: slug }, 'category')
}

/**
 * A page of the active products of a category, newest first. By slug, so that it need not wait for the category, and
 * joined from the category, so that a small one is read without scanning all products.
 *
 * @param number of the page, from 1
 */
function categoryProductsQuery(slug: string, number: number): AppQuery<ProductsPage> {
  return queryOptions({
    key: ['products', 'category', slug, number],
    queryFn: async (db, signal) => {
      const ofCategory = { referencedTable: 'products' }
      const found = maybeRow(
        db
          .from('categories')
          .select(`id, products(${cardColumns})`)
          .eq('slug', slug)
          .eq('is_active', true)
          .eq('products.is_active', true)
          .order('created_at', { ascending: false, ...ofCategory })
          .order('id', ofCategory)
          .range((number - 1) * pageSize, number * pageSize - 1, ofCategory)
          .abortSignal(signal)
          .maybeSingle(),
      )
      const [category, count] = await Promise.all([
        found,
        row(db.rpc('count_products', { p_category: slug }, { get: true }).abortSignal(signal)),
      ])
      return { products: soldOutLast((category?.products ?? []).map(toCardProduct)), count }
    },
  })
}
