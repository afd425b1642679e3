import type { ProductFilter } from './product-filter'

/** Bounds of the stored price, in pounds, inclusive. */
export interface StoredBounds {
  min: number
  max: number
}

/** More than any product costs. */
const maxPrice = 9_999_999

/**
 * Converts a filter on displayed prices into bounds of the stored price. The list displays the stored price × factor,
 * rounded half up to a penny.
 *
 * @param factor `pricing.factor` of the settings
 */
export function storedBounds({ min, max }: Pick<ProductFilter, 'min' | 'max'>, factor: number): StoredBounds {
  return {
    min: min === null ? 0 : Math.ceil((min * 100 - 0.5) / factor) / 100,
    max: max === null ? maxPrice : Math.min(maxPrice, (Math.ceil((max * 100 + 0.5) / factor) - 1) / 100),
  }
}
