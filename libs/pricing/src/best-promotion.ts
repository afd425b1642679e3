import { orderTotals, type Pence, type Totals } from './money'
import type { Promotion, PromotionLine } from './promotion'

/** A promotion that a cart may have. */
export interface OfferedPromotion {
  /** The code, or the name of an automatic promotion. */
  code: string
  promotion: Promotion
  /** The minimum subtotal. */
  minimumPence: Pence
}

/** What a cart comes to, and the promotion in that. */
export interface BestTotals {
  totals: Totals
  used: OfferedPromotion | null
}

/**
 * The totals with the one promotion that saves most, the first of equals: of automatic promotions the earliest, and an
 * entered code, which comes last, only if it saves more than they do. `private.automatic_promotion` and
 * `private.apply_promotion` choose alike.
 */
export function bestPromotion(
  offers: readonly OfferedPromotion[],
  order: { lines: readonly PromotionLine[]; subtotalPence: Pence; shippingPence: Pence; vatRate: number },
): BestTotals {
  let best: BestTotals = { totals: orderTotals(order), used: null }
  for (const offer of offers) {
    if (order.subtotalPence < offer.minimumPence) continue
    const totals = orderTotals({ ...order, promotion: offer.promotion })
    if (totals.totalPence < best.totals.totalPence) best = { totals, used: offer }
  }
  return best
}
