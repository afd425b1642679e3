import { queryOptions, rows, type Database, type AppQuery } from '@shop/supabase'

/** A category as the shop shows it. */
export interface Category {
  slug: string
  name: string
  description: string
  image: string | null
  imageAlt: string
}

/** More than a shop window can hold; the list is not paged. */
const mostCategories = 60

export const categoryColumns = 'slug, name, description, image_url, image_alt'

type CategoryRow = Pick<
  Database['public']['Tables']['categories']['Row'],
  'slug' | 'name' | 'description' | 'image_url' | 'image_alt'
>

/** @param row of `categories` with `categoryColumns` */
export function toCategory({ slug, name, description, image_url, image_alt }: CategoryRow): Category {
  return { slug, name, description: description ?? '', image: image_url, imageAlt: image_alt }
}

/** The active categories by name. */
export function categoriesQuery(): AppQuery<Category[]> {
  return queryOptions({
    key: ['categories', 'all'],
    queryFn: async (db, signal) => {
      const found = await rows(
        db
          .from('categories')
          .select(categoryColumns)
          .eq('is_active', true)
          .order('name')
          .order('id')
          .limit(mostCategories)
          .abortSignal(signal),
      )
      return found.map(toCategory)
    },
  })
}
