import { query, rows, type Query } from '@shop/supabase'

/** The brands for sale, of a category or of all of them, by name; the database names 40 at most. */
export function brandsQuery(category: string | null): Query<string[]> {
  return query({
    key: ['brands', category],
    read: async (db, signal) => {
      const found = await rows(
        db.rpc('list_brands', category ? { p_category: category } : {}, { get: true }).abortSignal(signal),
      )
      return found.map(({ brand }) => brand)
    },
  })
}
