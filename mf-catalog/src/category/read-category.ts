import { maybeRow, query, type Query } from '@shop/supabase'
import { categoryColumns, toCategory, type Category } from '../categories/list-categories'

/** The active category with this slug, or null. */
export function categoryQuery(slug: string): Query<Category | null> {
  return query({
    key: ['categories', 'one', slug],
    read: async (db, signal) => {
      const found = await maybeRow(
        db
          .from('categories')
          .select(categoryColumns)
          .eq('slug', slug)
          .eq('is_active', true)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return found && toCategory(found)
    },
  })
}
