import { fullTitle, shop } from '@shop/settings'

/** Title, description and status of a page, as its HTML has them before any script runs. */
export interface PageMetadata {
  /** 503 while what it shows cannot be looked up. */
  status: 200 | 404 | 503
  title: string
  description: string
  image: string | null
  type: 'website' | 'product'
  /** Path of its canonical address; null for its own. */
  canonical: string | null
  /** False for `noindex`. */
  index: boolean
}

/** The metadata of a page with this head. */
export function metadata(title: string, description: string, more: Partial<PageMetadata> = {}): PageMetadata {
  return {
    status: 200,
    title: fullTitle(title),
    description,
    image: null,
    type: 'website',
    canonical: null,
    index: true,
    ...more,
  }
}

/** The metadata of a 404. */
export const notFoundMetadata = (title: string): PageMetadata =>
  metadata(title, shop.description, { status: 404, index: false })

/** The metadata of a page while what it shows cannot be looked up: search engines ask again. */
export const unavailableMetadata = (): PageMetadata =>
  metadata(shop.name, shop.description, { status: 503, index: false })
