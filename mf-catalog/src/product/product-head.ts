import { shop } from '@shop/settings'
import { isSlugRedirect, type SlugRedirect } from '../slug-redirect/slug-redirect'
import type { Product } from './read-product'

/** The head of a product's page, or the path that a former address leads to. */
export function productHead(found: Product | SlugRedirect) {
  if (isSlugRedirect(found)) return { movedTo: `/products/${found.movedTo}` }
  const image = found.images[0]?.src
  return {
    title: found.seoTitle || found.name,
    description: found.seoDescription || found.shortDescription || found.description || shop.description,
    image,
    ...(image && { type: 'product' as const }),
  }
}
