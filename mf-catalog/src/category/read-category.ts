import { maybeRow, queryOptions, type AppQuery } from '@shop/supabase'
import { categoryColumns, toCategory, type Category } from '../categories/list-categories'
import { readSlugRedirect, type SlugRedirect } from '../slug-redirect/slug-redirect'

/** A category with the title and description of its page in search results; '' for its name and text. */
export interface CategoryOfPage extends Category {
  seoTitle: string
  seoDescription: string
}

const columns = `${categoryColumns}, seo_title, seo_description` as const

/** The active category with this slug, where a former slug leads, or null. */
export function categoryQuery(slug: string): AppQuery<CategoryOfPage | SlugRedirect | null> {
  return queryOptions({
    key: ['categories', 'one', slug],
    queryFn: async (db, signal) => {
      const data = await maybeRow(
        db
          .from('categories')
          .select(columns)
          .eq('slug', slug)
          .eq('is_active', true)
          .abortSignal(signal)
          .maybeSingle(),
      )
      if (!data) return readSlugRedirect(db, signal, 'category', slug)
      return {
        ...toCategory(data),
        seoTitle: data.seo_title ?? '',
        seoDescription: data.seo_description ?? '',
      }
    },
  })
}
