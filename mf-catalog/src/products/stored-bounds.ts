import type { ProductFilter } from './product-filter'

/** The stored prices, in pounds, between which a product's printed price lies within the filter's. */
export interface StoredBounds {
  least: number
  most: number
}

/** More than any product costs. */
const dearest = 9_999_999

/**
 * The list prints the stored price × factor, rounded half up to a penny; who filters goes by what is printed.
 *
 * @param factor `pricing.factor` of the settings
 */
export function storedBounds({ min, max }: Pick<ProductFilter, 'min' | 'max'>, factor: number): StoredBounds {
  return {
    least: min === null ? 0 : Math.ceil((min * 100 - 0.5) / factor) / 100,
    most: max === null ? dearest : Math.min(dearest, (Math.ceil((max * 100 + 0.5) / factor) - 1) / 100),
  }
}
