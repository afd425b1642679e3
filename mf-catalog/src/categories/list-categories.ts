import { queryOptions, rows, type Database, type AppQuery } from '@shop/supabase'

/** A category of the shop. */
export interface Category {
  slug: string
  name: string
  description: string
  image: string | null
  imageAlt: string
}

/** The list is not paged. */
const maxCategories = 60

export const categoryColumns = 'slug, name, description, image_url, image_alt'

type CategoryRow = Pick<
  Database['public']['Tables']['categories']['Row'],
  'slug' | 'name' | 'description' | 'image_url' | 'image_alt'
>

/** @param row of `categories` with `categoryColumns` */
export function toCategory({ slug, name, description, image_url, image_alt }: CategoryRow): Category {
  return { slug, name, description: description ?? '', image: image_url, imageAlt: image_alt }
}

/** The active categories in the order that staff chose. */
export function categoriesQuery(): AppQuery<Category[]> {
  return queryOptions({
    key: ['categories', 'all'],
    queryFn: async (db, signal) => {
      const data = await rows(
        db
          .from('categories')
          .select(categoryColumns)
          .eq('is_active', true)
          .order('position')
          .order('name')
          .order('id')
          .limit(maxCategories)
          .abortSignal(signal),
      )
      return data.map(toCategory)
    },
  })
}
