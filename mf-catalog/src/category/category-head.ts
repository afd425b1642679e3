import { shop } from '@shop/settings'
import type { Category } from '../categories/list-categories'
import { isMoved, type Moved } from '../moved/moved'

/** The head of a category's page, or the path that a former address leads to. */
export function categoryHead(found: Category | Moved) {
  if (isMoved(found)) return { movedTo: `/categories/${found.movedTo}` }
  return { title: found.name, description: found.description || shop.description, image: found.image }
}
