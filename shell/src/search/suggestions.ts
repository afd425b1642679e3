import { toPence, type Pence } from '@shop/pricing'
import { queryOptions, rows, type AppQuery } from '@shop/supabase'

/** A product as it is suggested while words are typed. */
export interface Suggestion {
  id: string
  slug: string
  name: string
  image: string | null
  storedPence: Pence
}

const most = 6

/** The products that answer best to half-typed words. */
export function suggestionsQuery(words: string): AppQuery<Suggestion[]> {
  return queryOptions({
    key: ['products', 'suggestions', words],
    queryFn: async (db, signal) => {
      const found = await rows(
        db
          .rpc('search_products', { p_query: words, p_limit: most }, { get: true })
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
export function resultsPath(words: string): string {
  return words ? `/search?${new URLSearchParams({ q: words }).toString()}` : '/search'
}
