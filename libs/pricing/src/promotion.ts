import { decimal, percentOf, roundHalfUp } from './decimal'

/** The effect of a promotion code. Amounts are in pence. */
export type Promotion =
  | { kind: 'percent'; percent: number | string }
  | { kind: 'amount'; amountPence: number }
  | { kind: 'free_delivery' }

/** The discount of a promotion in pence, percentages rounded half up; never more than the subtotal. */
export function discountOf(promotion: Promotion, subtotalPence: number): number {
  switch (promotion.kind) {
    case 'percent':
      return Math.min(
        subtotalPence,
        roundHalfUp(percentOf(decimal(subtotalPence), decimal(promotion.percent))),
      )
    case 'amount':
      return Math.min(subtotalPence, promotion.amountPence)
    case 'free_delivery':
      return 0
  }
}
