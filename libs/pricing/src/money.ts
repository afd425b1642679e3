import { decimal, percentOf, roundHalfUp, times } from './decimal'
import { discountOf, type Promotion } from './promotion'

/** An amount in whole pence. All arithmetic on money happens in this unit. */
export type Pence = number

/** A place that shows prices; which of two specified readings it follows is decided by `unitPence` alone. */
export type Surface = 'listing' | 'cart' | 'checkout' | 'payment' | 'detail' | 'category'

/** What a cart or order comes to. */
export interface Totals {
  /** Before a discount. */
  subtotalPence: Pence
  /** What a promotion takes off the goods; there with a promotion alone. */
  discountPence?: Pence
  vatPence: Pence
  shippingPence: Pence
  totalPence: Pence
}

const vatPercent = 20
const specifiedFactor = 0.79

/**
 * Pence from pounds as the database gives them.
 *
 * @param pounds a number or numeral such as "6.50"; beyond two decimals it is rounded half up
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

const formatIn = (currency: string) => new Intl.NumberFormat('en-GB', { style: 'currency', currency })
// Making a format costs a hundred times what using it does, and nearly all amounts are in pounds.
const poundFormat = formatIn('GBP')

/**
 * An amount as the shop writes it: "£12.34", "£1,234.56".
 *
 * @param currency ISO code in either case, as an order carries it
 * @throws RangeError when the code does not have three letters
 */
export function formatPence(pence: Pence, currency = 'GBP'): string {
  const format = currency === 'GBP' ? poundFormat : formatIn(currency)
  return format.format(pence / 100)
}

/**
 * The price of one piece as a surface shows and counts it. Detail and category print the stored price, all others the
 * stored price × factor, rounded half up to the penny (specification, section 9; both readings are kept).
 *
 * @param factor the setting `pricing.factor`
 */
export function unitPence(storedPence: Pence, surface: Surface, factor = specifiedFactor): Pence {
  if (surface === 'detail' || surface === 'category') return storedPence
  return roundHalfUp(times(decimal(storedPence), decimal(factor)))
}

/** The price of several pieces: the rounded price of one × quantity. */
export function linePence(
  storedPence: Pence,
  quantity: number,
  surface: Surface,
  factor = specifiedFactor,
): Pence {
  return unitPence(storedPence, surface, factor) * quantity
}

/** VAT on an amount without it: 20 %, half up. */
export function vatPence(pence: Pence): Pence {
  return roundHalfUp(percentOf(decimal(pence), decimal(vatPercent)))
}

/** An amount with its VAT. */
export function withVat(pence: Pence): Pence {
  return pence + vatPence(pence)
}

/**
 * Subtotal, VAT on the subtotal, shipping and their sum. With a promotion its discount is taken off before VAT; shipping,
 * worked out from the subtotal before the discount, becomes nothing with free delivery.
 */
export function totals({
  subtotalPence,
  shippingPence,
  promotion,
}: {
  subtotalPence: Pence
  shippingPence: Pence
  promotion?: Promotion | null
}): Totals {
  if (!promotion) {
    const vat = vatPence(subtotalPence)
    return { subtotalPence, vatPence: vat, shippingPence, totalPence: subtotalPence + vat + shippingPence }
  }
  const discountPence = discountOf(promotion, subtotalPence)
  const vat = vatPence(subtotalPence - discountPence)
  const shipping = promotion.kind === 'free_delivery' ? 0 : shippingPence
  return {
    subtotalPence,
    discountPence,
    vatPence: vat,
    shippingPence: shipping,
    totalPence: subtotalPence - discountPence + vat + shipping,
  }
}
