import { shop } from '@shop/settings'
import type { CategoryOfPage } from './read-category'
import { isSlugRedirect, type SlugRedirect } from '../slug-redirect/slug-redirect'

/** The head of a category's page, or the path that a former address leads to. */
export function categoryHead(found: CategoryOfPage | SlugRedirect) {
  if (isSlugRedirect(found)) return { movedTo: `/categories/${found.movedTo}` }
  return {
    title: found.seoTitle || found.name,
    description: found.seoDescription || found.description || shop.description,
    image: found.image,
  }
}
