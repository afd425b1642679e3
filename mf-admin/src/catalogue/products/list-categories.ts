import { queryOptions, rows } from '@shop/supabase'

/** A category to choose from. */
export interface CategoryChoice {
  id: string
  name: string
}

/** The active categories by name. */
export const categoryChoicesQuery = queryOptions({
  key: ['category-choices'],
  queryFn: async (db, signal): Promise<CategoryChoice[]> =>
    rows(
      db
        .from('categories')
        .select('id, name')
        .eq('is_active', true)
        .order('name')
        .order('id')
        .abortSignal(signal),
    ),
})
