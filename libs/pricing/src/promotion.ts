import { decimal, percentOf, roundHalfUp } from './decimal'

/** What a promotion code does to a checkout. Amounts are whole pence. */
export type Promotion =
  | { kind: 'percent'; percent: number | string }
  | { kind: 'amount'; amountPence: number }
  | { kind: 'free_delivery' }

/** What a promotion takes off the goods, percents half up to the penny; never more than the subtotal. */
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
