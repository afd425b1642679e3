import type { Pence } from '@shop/pricing'
import { matchingVariants, type Choice, type Variant } from './choice'
import type { ProductOption } from './product-options'

/** The part of a product that its options decide. */
export interface SelectableProduct {
  slug: string
  name: string
  storedPence: Pence
  /** The previous price, null where it must not be shown (the database decides). */
  wasPence: Pence | null
  /** Pieces left; of a product with options, of all its variants. */
  stock: number
  images: { src: string; alt: string }[]
  sku: string
  /** What shoppers choose; empty for a product that is sold as itself. */
  options: ProductOption[]
  variants: Variant[]
}

/** What a product's page shows and sells for a choice. */
export interface Selection {
  choice: Choice
  /** Null for a product without options, and until one value of each option is chosen. */
  variant: Variant | null
  /** Index of the first option without a choice, -1 if there is none. */
  missing: number
  storedPence: Pence
  /** Whether some of the possible variants cost more than `storedPence`. */
  isFrom: boolean
  wasPence: Pence | null
  stock: number
  sku: string
  images: SelectableProduct['images']
}

/** The chosen variant, or what the possible variants have in common. */
export function selectionOf(product: SelectableProduct, choice: Choice): Selection {
  const missing = choice.indexOf(null)
  const matches = product.options.length > 0 ? matchingVariants(product, choice) : []
  const [first] = matches
  const variant = missing < 0 ? (first ?? null) : null
  if (!first) return { ...product, choice, variant, missing, isFrom: false }
  const prices = matches.map(({ storedPence }) => storedPence)
  const storedPence = Math.min(...prices)
  const isFrom = Math.max(...prices) > storedPence
  const picture = variant?.image
  return {
    choice,
    variant,
    missing,
    storedPence,
    isFrom,
    wasPence: !isFrom && matches.every(({ wasPence }) => wasPence === first.wasPence) ? first.wasPence : null,
    stock: matches.reduce((sum, { stock }) => sum + Math.max(0, stock), 0),
    sku: variant?.sku || product.sku,
    images: picture
      ? [
          product.images.find(({ src }) => src === picture) ?? { src: picture, alt: product.name },
          ...product.images.filter(({ src }) => src !== picture),
        ]
      : product.images,
  }
}
