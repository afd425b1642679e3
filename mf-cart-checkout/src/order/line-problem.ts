import type { CartLine } from '@shop/cart'

/** Why a line cannot be bought as it stands, in words; null when it can. */
export function lineProblem({ available, quantity, stock }: CartLine): string | null {
  if (!available) return 'No longer available'
  return quantity > stock ? `Only ${String(stock)} items available.` : null
}
