import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { parseOptions } from '../options/product-options'
import { skuQuery } from '../options/sku-query'
import { normalizeText } from './normalize-text'
import { cardColumns, pageSize, toCardProduct, type ProductsPage } from '../product-card/card-product'

/** A search shows only its best matches, at most this many. */
export const maxMatches = 100

/** Normalizes a typed search term; as many characters as the name of a product may have. */
export function searchTerm(typed: string | null): string {
  return normalizeText(typed, 200)
}

/**
 * A page of the products that match the term, best match first; the count is capped at `maxMatches`. The SKU of a variant
 * leads to that variant.
 *
 * @param number of the page, from 1
 */
export function searchQuery(term: string, number: number): AppQuery<ProductsPage> {
  return queryOptions({
    key: ['products', 'search', term, number],
    queryFn: async (db, signal) => {
      const from = (number - 1) * pageSize
      const matches = (limit: number, offset: number) =>
        db.rpc('search_products', { p_query: term, p_limit: limit, p_offset: offset }, { get: true })
      const [products, ids] = await Promise.all([
        rows(
          matches(Math.min(pageSize, maxMatches - from), from)
            .select(`${cardColumns}, product_variants(sku, option_values)`)
            .eq('product_variants.is_active', true)
            .ilike('product_variants.sku', `${term}%`)
            .abortSignal(signal),
        ),
        rows(matches(maxMatches, 0).select('id').abortSignal(signal)),
      ])
      return {
        products: products.map((found) => ({
          ...toCardProduct(found),
          query: skuQuery(term, parseOptions(found.options), found.product_variants),
        })),
        count: ids.length,
      }
    },
  })
}
