import type { SitemapEntry } from '@shop/router'
import { queryOptions, rows, type AppQuery } from '@shop/supabase'

/** The paths of all active categories. */
export function categoryPathsQuery(): AppQuery<SitemapEntry[]> {
  return queryOptions({
    key: ['categories', 'paths'],
    queryFn: async (db, signal) =>
      (
        await rows(
          db.from('categories').select('slug').eq('is_active', true).order('slug').abortSignal(signal),
        )
      ).map(({ slug }) => ({ path: `/categories/${slug}`, changed: null })),
  })
}
