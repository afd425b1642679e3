import { queryOptions, rows } from '@shop/supabase'
import * as v from 'valibot'

/** What shoppers' words mean, as the database stores it. */
export const searchWordsSchema = v.object({
  id: v.string(),
  typed: v.array(v.string()),
  means: v.array(v.string()),
  category_id: v.nullable(v.string()),
  version: v.number(),
})

const listedSchema = v.object({
  ...searchWordsSchema.entries,
  category: v.nullable(v.object({ name: v.string() })),
})

/** An entry of the list. */
export type SearchWords = v.InferOutput<typeof listedSchema>

/** Every entry, by the first word that shoppers type; the database keeps 500 at most. */
export const searchWordsQuery = queryOptions({
  key: ['search-words'],
  queryFn: async (db, signal) =>
    v.parse(
      v.array(listedSchema),
      await rows(
        db
          .from('search_synonyms')
          .select('id, typed, means, category_id, version, category:categories(name)')
          .order('typed')
          .order('id')
          .limit(500)
          .abortSignal(signal),
      ),
    ),
})
