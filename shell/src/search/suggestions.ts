import { toPence, type Pence } from '@shop/pricing'
import { queryOptions, rows, type AppQuery } from '@shop/supabase'

/** A product suggested while the visitor types. */
export interface Suggestion {
  id: string
  slug: string
  name: string
  image: string | null
  storedPence: Pence
}

const maxSuggestions = 6

/** Query of the products that best match an incomplete search. */
export function suggestionsQuery(query: string): AppQuery<Suggestion[]> {
  return queryOptions({
    key: ['products', 'suggestions', query],
    queryFn: async (db, signal) => {
      const found = await rows(
        db
          .rpc('search_products', { p_query: query, p_limit: maxSuggestions }, { get: true })
          .select('id, slug, name, price, images')
          .abortSignal(signal),
      )
      return found.map(({ id, slug, name, price, images }) => ({
        id,
        slug,
        name,
        image: images[0] ?? null,
        storedPence: toPence(price),
      }))
    },
  })
}

/** The page of all results. */
export function resultsPath(query: string): string {
  return query ? `/search?${new URLSearchParams({ q: query }).toString()}` : '/search'
}
