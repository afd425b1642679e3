/** Stock as displayed. */
export type StockLevel = 'out' | 'low' | 'normal'

/**
 * The stock display (`docs/specification/storefront.md`, section 4): none left, one up to `lowMax` pieces, or more.
 *
 * @param lowMax the setting `stock.lowMax`
 */
export function stockLevel(stock: number, lowMax: number): StockLevel {
  if (stock <= 0) return 'out'
  return stock <= lowMax ? 'low' : 'normal'
}
