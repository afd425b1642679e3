import { formatPence, plusVat, toPence, type Pence } from './money'
import type { PriceTerms } from './price-figures'

/** The settings that the estimate of delivery follows from, in pounds. */
export interface FallbackTerms {
  shipping: { fallback: number }
  /** From which subtotal delivery is free; undefined where it is not. */
  freeDeliveryFrom?: number
}

/** The shipping estimate before a method is chosen: free from the threshold up. Never charged. */
export function fallbackShippingPence(
  subtotalPence: Pence,
  { shipping, freeDeliveryFrom: from }: FallbackTerms,
): Pence {
  return from !== undefined && freeDeliveryRemaining(subtotalPence, from) === 0
    ? 0
    : toPence(shipping.fallback)
}

/** The amount missing for free shipping, 0 from the threshold up. @param from the threshold in pounds */
export function freeDeliveryRemaining(subtotalPence: Pence, from: number): Pence {
  return Math.max(0, toPence(from) - subtotalPence)
}

/**
 * The threshold in words that say what counts: "£25 before VAT (£30 incl. VAT)".
 *
 * @param from the threshold in pounds
 */
export function freeFromText(
  from: number,
  { showVatInclusive, vatRate }: Pick<PriceTerms, 'showVatInclusive' | 'vatRate'>,
): string {
  const short = (pence: Pence) => formatPence(pence).replace(/\.00$/, '')
  const pence = toPence(from)
  return `${short(pence)} before VAT${showVatInclusive ? ` (${short(plusVat(pence, vatRate))} incl. VAT)` : ''}`
}

/** The promise to everybody: "Free UK delivery from £25 before VAT (£30 incl. VAT)"; undefined where there is none. */
export function freeDeliveryText(from: number | undefined, terms: PriceTerms): string | undefined {
  if (from === undefined) return undefined
  return from === 0 ? 'Free UK delivery' : `Free UK delivery from ${freeFromText(from, terms)}`
}

/** What is missing for free delivery, as a bar shows it. */
export interface FreeDeliveryProgress {
  /** The missing amount as the shopper would pay it; left out once delivery is free. */
  remaining?: string
  /** Says what counts. */
  note?: string
  /** 0 to 1. */
  progress: number
}

/**
 * What is missing for free delivery, counted on the large figures, with the specified amount beside it; null where delivery is never
 * free.
 * @param from the threshold in pounds
 */
export function freeDeliveryProgress(
  subtotalPence: Pence,
  from: number | undefined,
  terms: PriceTerms,
): FreeDeliveryProgress | null {
  if (from === undefined) return null
  const missing = freeDeliveryRemaining(subtotalPence, from)
  if (missing === 0) return { progress: 1 }
  const { vatRate } = terms
  const isInclusive = terms.lead === 'charged' && terms.showVatInclusive
  // Both sides with their VAT: adding it to the difference could be a penny off.
  const paid = isInclusive ? plusVat(toPence(from), vatRate) - plusVat(subtotalPence, vatRate) : missing
  return {
    remaining: formatPence(paid),
    note: `${isInclusive ? `${formatPence(missing)} before VAT. ` : ''}Free from ${freeFromText(from, terms)}.`,
    progress: subtotalPence / toPence(from),
  }
}
