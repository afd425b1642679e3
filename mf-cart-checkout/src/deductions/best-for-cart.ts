import type { CartLine } from '@shop/cart'
import {
  bestPromotion,
  missingPieces,
  type OfferedPromotion,
  type Pence,
  type PromotionLine,
} from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { automaticPromotionsQuery } from './promotion-terms'

const none: readonly OfferedPromotion[] = []

/** The lines that can be bought: the others cost nothing and count for no promotion. */
const bought = (lines: readonly CartLine[]): PromotionLine[] => lines.filter(({ available }) => available)

/** What the cart comes to with the promotion that saves most: an automatic one, or the entered code if that saves more. */
export function useBestForCart(
  { lines, subtotalPence }: { lines: readonly CartLine[]; subtotalPence: Pence },
  shippingPence: Pence,
  code: OfferedPromotion | null,
) {
  const { vatRate } = useSettings().pricing
  const { data: automatic = none } = useAppQuery(automaticPromotionsQuery())
  const order = { lines: bought(lines), subtotalPence, shippingPence, vatRate }
  const best = bestPromotion(code ? [...automatic, code] : automatic, order)
  // One promotion applies: beside another one, more pieces would promise what does not come.
  const reachable = automatic.filter(
    (offer) => (best.used === null || best.used === offer) && subtotalPence >= offer.minimumPence,
  )
  const almost = reachable.find(({ promotion }) => missingPieces(promotion, order.lines) > 0)
  return {
    ...best,
    /** Which automatic promotion a few more pieces would give: "Add 1 more for “Three for two”." */
    hint: almost
      ? `Add ${String(missingPieces(almost.promotion, order.lines))} more for “${almost.code}”.`
      : null,
  }
}
