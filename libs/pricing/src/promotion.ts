import { decimal, percentOf, roundHalfUp, shareOf } from './decimal'

/** What a promotion is for: the whole order, or some of its products. */
export type PromotionScope =
  | { appliesTo: 'order' }
  | { appliesTo: 'products'; productIds: readonly string[] }
  | { appliesTo: 'categories'; categoryIds: readonly string[] }

/** What a promotion gives. Amounts are in pence; of `buy_get` every `get` of `buy + get` pieces are reduced by `percent`. */
export type PromotionGift =
  | { kind: 'percent'; percent: number | string }
  | { kind: 'amount'; amountPence: number }
  | { kind: 'free_delivery' }
  | { kind: 'buy_get'; buy: number; get: number; percent: number | string }

/** The effect of a promotion; without a scope it is for the whole order. */
export type Promotion = PromotionGift & { scope?: PromotionScope }

/** A line of a cart that can be bought, at the price that is charged. */
export interface PromotionLine {
  productId: string
  categoryId: string | null
  unitPence: number
  quantity: number
}

function isFor(scope: PromotionScope | undefined, { productId, categoryId }: PromotionLine): boolean {
  switch (scope?.appliesTo) {
    case 'products':
      return scope.productIds.includes(productId)
    case 'categories':
      return categoryId !== null && scope.categoryIds.includes(categoryId)
    default:
      return true
  }
}

const percentPence = (pence: number, percent: number | string) =>
  roundHalfUp(percentOf(decimal(pence), decimal(percent)))

/** The discounts of lines that a promotion is for. */
function discountsOf(promotion: Promotion, lines: readonly PromotionLine[]): number[] {
  if (promotion.kind === 'free_delivery') return lines.map(() => 0)
  if (promotion.kind === 'buy_get') {
    const { buy, get, percent } = promotion
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    let given = Math.floor(pieces / (buy + get)) * get
    const discounts = lines.map(() => 0)
    const cheapestFirst = [...lines.entries()].sort(([, one], [, other]) => one.unitPence - other.unitPence)
    for (const [at, { unitPence, quantity }] of cheapestFirst) {
      const reduced = Math.min(quantity, given)
      discounts[at] = percentPence(unitPence, percent) * reduced
      given -= reduced
    }
    return discounts
  }
  const prices = lines.map(({ unitPence, quantity }) => unitPence * quantity)
  const whole = prices.reduce((sum, price) => sum + price, 0)
  const taken =
    promotion.kind === 'percent'
      ? percentPence(whole, promotion.percent)
      : Math.min(whole, promotion.amountPence)
  let upto = 0
  return prices.map((price) => {
    const before = shareOf(taken, upto, whole)
    upto += price
    return shareOf(taken, upto, whole) - before
  })
}

/**
 * What a promotion takes off each line, in pence; null for lines that it is not for. The order of calculation:
 *
 * 1. The lines that it is for are those of the order, of its products or of its categories, in the order of the cart.
 * 2. A percentage is of their price together, rounded half up to the penny; an amount is never more than that price.
 * 3. Both are shared over these lines by price, as the difference of two running shares that are rounded half up: the
 *    lines' discounts add up to the penny, and none is more than its line.
 * 4. Buy x get y: of their pieces, cheapest first and equals in the order of the cart, y of every x + y are reduced by
 *    the percentage of their unit price, rounded half up.
 * 5. Free delivery takes nothing off the lines.
 *
 * `private.promotion_discounts` is the same in the database, which decides; `pricing.db.test.ts` proves it.
 */
export function promotionDiscounts(promotion: Promotion, lines: readonly PromotionLine[]): (number | null)[] {
  const discounts = discountsOf(
    promotion,
    lines.filter((line) => isFor(promotion.scope, line)),
  )
  let next = 0
  return lines.map((line) => (isFor(promotion.scope, line) ? (discounts[next++] ?? null) : null))
}

/**
 * How many pieces are missing for the next reduced ones of a buy x get y, once x of them are in the cart at their full
 * price; else 0.
 */
export function missingPieces(promotion: Promotion, lines: readonly PromotionLine[]): number {
  if (promotion.kind !== 'buy_get') return 0
  const group = promotion.buy + promotion.get
  const pieces = lines.reduce((sum, line) => sum + (isFor(promotion.scope, line) ? line.quantity : 0), 0)
  return pieces % group >= promotion.buy ? group - (pieces % group) : 0
}

/** What a promotion takes off an order of these lines, and whether it makes its delivery free. */
export function reductionOf(
  promotion: Promotion,
  lines: readonly PromotionLine[],
): { discountPence: number; freeDelivery: boolean } {
  const discounts = promotionDiscounts(promotion, lines).filter((discount) => discount !== null)
  return {
    discountPence: discounts.reduce((sum, discount) => sum + discount, 0),
    freeDelivery: promotion.kind === 'free_delivery' && discounts.length > 0,
  }
}
