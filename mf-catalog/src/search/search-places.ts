import { queryOptions, rows, type AppQuery } from '@shop/supabase'

/** A page or a category that a search leads to. */
interface Place {
  path: string
  title: string
  /** A sentence about what is there. */
  about: string
}

/** The pages and categories that the term leads to, best first; at most five. */
export function placesQuery(term: string): AppQuery<Place[]> {
  return queryOptions({
    key: ['search-places', term],
    queryFn: async (db, signal) =>
      rows(
        db
          .rpc('search_places', { p_query: term }, { get: true })
          .select('path, title, about')
          .abortSignal(signal),
      ),
  })
}
