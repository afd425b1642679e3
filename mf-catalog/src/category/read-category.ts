import { maybeRow, queryOptions, type AppQuery } from '@shop/supabase'
import { categoryColumns, toCategory, type Category } from '../categories/list-categories'
import { readSlugRedirect, type SlugRedirect } from '../slug-redirect/slug-redirect'

/** The active category with this slug, where a former slug leads, or null. */
export function categoryQuery(slug: string): AppQuery<Category | SlugRedirect | null> {
  return queryOptions({
    key: ['categories', 'one', slug],
    queryFn: async (db, signal) => {
      const data = await maybeRow(
        db
          .from('categories')
          .select(categoryColumns)
          .eq('slug', slug)
          .eq('is_active', true)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return data ? toCategory(data) : readSlugRedirect(db, signal, 'category', slug)
    },
  })
}
