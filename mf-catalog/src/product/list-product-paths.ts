import type { SitemapEntry } from '@shop/router'
import { queryOptions, rows, type AppQuery } from '@shop/supabase'

const pageSize = 1000

/** The paths of all active products, with the day of their last change. */
export function productPathsQuery(): AppQuery<SitemapEntry[]> {
  return queryOptions({
    key: ['products', 'paths'],
    queryFn: async (db, signal) => {
      const paths: SitemapEntry[] = []
      for (let from = 0; ; from += pageSize) {
        const batch = await rows(
          db
            .from('products')
            .select('slug, updated_at')
            .eq('is_active', true)
            .order('slug')
            .range(from, from + pageSize - 1)
            .abortSignal(signal),
        )
        paths.push(
          ...batch.map(({ slug, updated_at }) => ({
            path: `/products/${slug}`,
            changed: updated_at.slice(0, 10),
          })),
        )
        if (batch.length < pageSize) return paths
      }
    },
  })
}
