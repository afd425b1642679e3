import { quantityLimit, type CartLine } from '@shop/cart'
import { useSettings } from '@shop/settings'

/** Why a line cannot be bought, as a short message; null when it can. */
export function useLineProblem(): (line: CartLine) => string | null {
  const { maxQuantity } = useSettings().cart
  return ({ available, missingOption, quantity, stock }) => {
    if (missingOption) return `Choose a ${missingOption}`
    if (!available) return 'No longer available'
    if (quantity > stock && stock <= maxQuantity) return `Only ${String(stock)} items available.`
    return quantity > maxQuantity ? (quantityLimit(stock, maxQuantity).tooMany.description ?? null) : null
  }
}
