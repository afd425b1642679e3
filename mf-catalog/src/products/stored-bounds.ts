import { plusVat } from '@shop/pricing'
import type { ProductFilter } from './product-filter'

/** Bounds of the stored price, in pounds, inclusive. */
export interface StoredBounds {
  min: number
  max: number
}

/** The large figure of a price: what shoppers read, and so what they filter by. */
export interface LargeFigure {
  /** By what the stored price is multiplied. */
  factor: number
  /** The VAT in it, as a share; 0 where it has none. */
  vatRate: number
}

/** More than any product costs. */
const maxPrice = 9_999_999

/** Bounds that every price passes. */
export const noBounds: StoredBounds = { min: 0, max: maxPrice }

/** The most pence before VAT that are at most `pence` with it. */
function beforeVat(pence: number, rate: number): number {
  let most = Math.ceil(pence / (1 + rate)) + 1
  while (most > 0 && plusVat(most, rate) > pence) most -= 1
  return most
}

/**
 * Converts a filter on large figures into bounds of the stored price. A figure is the stored price × factor, rounded half
 * up to a penny, and with VAT where that is in it.
 */
export function storedBounds(
  { min, max }: Pick<ProductFilter, 'min' | 'max'>,
  { factor, vatRate }: LargeFigure,
): StoredBounds {
  // Without VAT: the least and the most pence that pass.
  const least = min === null || min === 0 ? 0 : beforeVat(min * 100 - 1, vatRate) + 1
  const most = max === null ? null : beforeVat(max * 100, vatRate)
  return {
    min: least === 0 ? 0 : Math.ceil((least - 0.5) / factor) / 100,
    max: most === null ? maxPrice : Math.min(maxPrice, (Math.ceil((most + 0.5) / factor) - 1) / 100),
  }
}
