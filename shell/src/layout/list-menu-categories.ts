import { queryOptions, rows } from '@shop/supabase'

/** How many categories the menu names; the page of all of them has the rest. */
const most = 6

/** The first active categories, in the order that staff chose. */
export const menuCategoriesQuery = queryOptions({
  key: ['categories', 'menu'],
  queryFn: (db, signal) =>
    rows(
      db
        .from('categories')
        .select('slug, name')
        .eq('is_active', true)
        .order('position')
        .order('name')
        .limit(most)
        .abortSignal(signal),
    ),
})
