import { queryOptions, rows, type AppQuery } from '@shop/supabase'

/** The brands on sale in a category or everywhere (null), by name; at most 40. */
export function brandsQuery(category: string | null): AppQuery<string[]> {
  return queryOptions({
    key: ['brands', category],
    queryFn: async (db, signal) => {
      const data = await rows(
        db.rpc('list_brands', category ? { p_category: category } : {}, { get: true }).abortSignal(signal),
      )
      return data.map(({ brand }) => brand)
    },
  })
}
