import { queryOptions, rows, type AppQuery } from '@shop/supabase'

/** The brands for sale, of a category or of all of them, by name; the database names 40 at most. */
export function brandsQuery(category: string | null): AppQuery<string[]> {
  return queryOptions({
    key: ['brands', category],
    queryFn: async (db, signal) => {
      const found = await rows(
        db.rpc('list_brands', category ? { p_category: category } : {}, { get: true }).abortSignal(signal),
      )
      return found.map(({ brand }) => brand)
    },
  })
}
