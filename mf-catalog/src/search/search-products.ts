import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { plainWords } from './plain-words'
import { cardColumns, pageSize, toCardProduct, type ProductsPage } from '../product-card/card-product'

/** A search shows its best matches alone, and this many at most: further down nobody looks for what they meant. */
export const mostMatches = 100

/** The words of a search as the shop takes them: one space between them, nothing unprintable, 100 characters at most. */
export function searchWords(typed: string | null): string {
  return plainWords(typed, 100)
}

/**
 * A page of the products that answer to these words, the best first; the count ends at `mostMatches`.
 *
 * @param number of the page, from 1
 */
export function searchQuery(words: string, number: number): AppQuery<ProductsPage> {
  return queryOptions({
    key: ['products', 'search', words, number],
    queryFn: async (db, signal) => {
      const from = (number - 1) * pageSize
      const found = (limit: number, offset: number) =>
        db.rpc('search_products', { p_query: words, p_limit: limit, p_offset: offset }, { get: true })
      const [products, ids] = await Promise.all([
        rows(
          found(Math.min(pageSize, mostMatches - from), from)
            .select(cardColumns)
            .abortSignal(signal),
        ),
        rows(found(mostMatches, 0).select('id').abortSignal(signal)),
      ])
      return { products: products.map(toCardProduct), count: ids.length }
    },
  })
}
