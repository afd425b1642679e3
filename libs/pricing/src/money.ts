import { decimal, roundHalfUp, times } from './decimal'
import { reductionOf, type Promotion, type PromotionLine } from './promotion'

/** An amount in whole pence. All arithmetic on money happens in this unit. */
export type Pence = number

/** A part of the shop that shows prices. `unitPence` decides which of the two specified prices it shows. */
export type Surface = 'listing' | 'cart' | 'checkout' | 'payment' | 'detail' | 'category'

/** The totals of a cart or order. */
export interface Totals {
  /** Before a discount. */
  subtotalPence: Pence
  /** The discount of a promotion; undefined without one. */
  discountPence?: Pence
  /** As a share: 0.2. */
  vatRate: number
  vatPence: Pence
  shippingPence: Pence
  totalPence: Pence
}

const specifiedFactor = 0.79

/**
 * Converts pounds, as the database stores them, to pence.
 *
 * @param pounds a number or numeral such as "6.50"; rounded half up to two decimals
 * @throws RangeError for anything that is not a finite number
 */
export function toPence(pounds: number | string): Pence {
  const { digits, scale } = decimal(pounds)
  return roundHalfUp({ digits: digits * 100n, scale })
}

/** Pounds as a number with at most two decimals, for the database and for structured data. Not for arithmetic. */
export function toPounds(pence: Pence): number {
  return pence / 100
}

/** Pounds as `Intl.NumberFormat` writes them, whose creation takes a slow phone a tenth of a second. */
function formatPounds(pence: Pence): string {
  const whole = String(Math.floor(Math.abs(pence) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = String(Math.abs(pence) % 100).padStart(2, '0')
  return `${pence < 0 || Object.is(pence, -0) ? '-' : ''}£${whole}.${rest}`
}

/**
 * An amount as the shop writes it: "£12.34", "£1,234.56".
 *
 * @param currency ISO code in upper or lower case
 * @throws RangeError when the code does not have three letters
 */
export function formatPence(pence: Pence, currency = 'GBP'): string {
  if (currency === 'GBP' && Number.isSafeInteger(pence)) return formatPounds(pence)
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(pence / 100)
}

/**
 * The unit price on a surface. Detail and category use the stored price, all others the stored price × factor, rounded
 * half up to the penny (both stand in `docs/specification/storefront.md`, section 9).
 *
 * @param factor the setting `pricing.factor`
 */
export function unitPence(storedPence: Pence, surface: Surface, factor = specifiedFactor): Pence {
  if (surface === 'detail' || surface === 'category') return storedPence
  return roundHalfUp(times(decimal(storedPence), decimal(factor)))
}

/** The price of a line: the rounded unit price × quantity. */
export function linePence(
  storedPence: Pence,
  quantity: number,
  surface: Surface,
  factor = specifiedFactor,
): Pence {
  return unitPence(storedPence, surface, factor) * quantity
}

/** VAT on an amount without it, half up. @param rate as a share: 0.2 */
export function vatOf(pence: Pence, rate: number): Pence {
  return roundHalfUp(times(decimal(pence), decimal(rate)))
}

/** An amount with its VAT. @param rate as a share: 0.2 */
export function plusVat(pence: Pence, rate: number): Pence {
  return pence + vatOf(pence, rate)
}

/** A rate in words: "20%", "17.5%". */
export function rateText(rate: number): string {
  return `${Number((rate * 100).toFixed(2))}%`
}

/**
 * Subtotal, VAT on the subtotal, shipping and their sum. A promotion's discount is taken off before VAT; free delivery
 * makes shipping 0. Shipping depends on the subtotal before the discount.
 *
 * @param lines what the promotion is taken off; without them, goods of the subtotal that it is for
 */
export function orderTotals({
  subtotalPence,
  shippingPence,
  vatRate,
  promotion,
  lines = [{ productId: '', categoryId: null, unitPence: subtotalPence, quantity: 1 }],
}: {
  subtotalPence: Pence
  shippingPence: Pence
  vatRate: number
  promotion?: Promotion | null
  lines?: readonly PromotionLine[]
}): Totals {
  if (!promotion) {
    const vatPence = vatOf(subtotalPence, vatRate)
    const totalPence = subtotalPence + vatPence + shippingPence
    return { subtotalPence, vatRate, vatPence, shippingPence, totalPence }
  }
  const { discountPence, freeDelivery } = reductionOf(promotion, lines)
  const vatPence = vatOf(subtotalPence - discountPence, vatRate)
  const shipping = freeDelivery ? 0 : shippingPence
  return {
    subtotalPence,
    discountPence,
    vatRate,
    vatPence,
    shippingPence: shipping,
    totalPence: subtotalPence - discountPence + vatPence + shipping,
  }
}
