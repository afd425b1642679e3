import { toPence, type Pence } from '@shop/pricing'
import { count, fields, list, text } from './read-json'

/** "Size: M". */
export interface ChosenOption {
  name: string
  value: string
}

/** An active variant of a product in the cart. */
export interface CartVariant {
  id: string
  /** "M" or "M / Plum". */
  name: string
  options: ChosenOption[]
  sku: string | null
  /** Address of its picture; the product's first one when it has none. */
  image: string | null
  storedPence: Pence
  /** Pieces in stock. */
  stock: number
}

/**
 * Reads the options and the embedded variants of a product's row.
 *
 * @returns the names of the options, and the active variants in the order of the options' values; both are empty for a
 * product without options
 */
export function readVariants(product: Record<string, unknown>): {
  optionNames: string[]
  variants: CartVariant[]
} {
  const options = list(product.options).map(fields)
  const [image] = list(product.images)
  const variants = list(product.variants)
    .map(fields)
    .filter((variant) => variant.is_active !== false)
    .map((variant) => {
      const values = list(variant.option_values).map(text)
      return {
        id: text(variant.id),
        name: values.join(' / '),
        options: options.map(({ name }, index) => ({ name: text(name), value: values[index] ?? '' })),
        sku: text(variant.sku) || text(product.sku) || null,
        image: text(variant.image) || text(image) || null,
        storedPence: toPence(count(variant.price)),
        stock: count(variant.inventory_quantity),
        position: options.map((option, index) => list(option.values).indexOf(values[index])),
      }
    })
    .sort((one, other) => comparePositions(one.position, other.position))
    .map(({ position: _, ...variant }) => variant)
  return { optionNames: options.map(({ name }) => text(name)), variants }
}

function comparePositions(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((position, at) => position !== other[at])
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}
