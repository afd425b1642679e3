import { shop } from '@shop/settings'
import type { Category } from '../categories/list-categories'
import { isSlugRedirect, type SlugRedirect } from '../slug-redirect/slug-redirect'

/** The head of a category's page, or the path that a former address leads to. */
export function categoryHead(found: Category | SlugRedirect) {
  if (isSlugRedirect(found)) return { movedTo: `/categories/${found.movedTo}` }
  return { title: found.name, description: found.description || shop.description, image: found.image }
}
