import { shop } from '@shop/settings'
import { isMoved, type Moved } from '../moved/moved'
import type { Product } from './read-product'

/** The head of a product's page, or the path that a former address leads to. */
export function productHead(found: Product | Moved) {
  if (isMoved(found)) return { movedTo: `/products/${found.movedTo}` }
  const image = found.images[0]?.src
  return {
    title: found.name,
    description: found.shortDescription || shop.description,
    image,
    ...(image && { type: 'product' as const }),
  }
}
