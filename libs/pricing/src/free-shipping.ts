import { formatPence, toPence, withVat, type Pence } from './money'
import type { PriceTerms } from './price-figures'

/** The settings `shipping.fallback` and `shipping.freeFrom`, in pounds. */
export interface FallbackTerms {
  fallback: number
  freeFrom: number
}

const specified: FallbackTerms = { fallback: 4.99, freeFrom: 25 }

/** The shipping estimate before a method is chosen: free from the threshold up. Never charged. */
export function fallbackShippingPence(subtotalPence: Pence, terms: FallbackTerms = specified): Pence {
  return freeShippingRemaining(subtotalPence, terms) === 0 ? 0 : toPence(terms.fallback)
}

/** The amount missing for free shipping, 0 from the threshold up. */
export function freeShippingRemaining(
  subtotalPence: Pence,
  terms: Pick<FallbackTerms, 'freeFrom'> = specified,
): Pence {
  return Math.max(0, toPence(terms.freeFrom) - subtotalPence)
}

/**
 * The threshold in words that say what counts: "£25 before VAT (£30 incl. VAT)".
 *
 * @param freeFrom the setting `shipping.freeFrom`, in pounds
 */
export function freeFromText(
  freeFrom: number,
  { showVatInclusive }: Pick<PriceTerms, 'showVatInclusive'>,
): string {
  const short = (pence: Pence) => formatPence(pence).replace(/\.00$/, '')
  const pence = toPence(freeFrom)
  return `${short(pence)} before VAT${showVatInclusive ? ` (${short(withVat(pence))} incl. VAT)` : ''}`
}

/** What is missing for free delivery, as a bar shows it. */
export interface FreeShippingProgress {
  /** The missing amount as the shopper would pay it; left out once delivery is free. */
  remaining?: string
  /** Says what counts. */
  note?: string
  /** 0 to 1. */
  progress: number
}

/** What is missing for free delivery, counted on the large figures, with the specified amount beside it. */
export function freeShippingProgress(
  subtotalPence: Pence,
  { freeFrom }: Pick<FallbackTerms, 'freeFrom'>,
  terms: PriceTerms,
): FreeShippingProgress {
  const missing = freeShippingRemaining(subtotalPence, { freeFrom })
  if (missing === 0) return { progress: 1 }
  const isInclusive = terms.lead === 'charged' && terms.showVatInclusive
  // Both sides with their VAT: adding it to the difference could be a penny off.
  const paid = isInclusive ? withVat(toPence(freeFrom)) - withVat(subtotalPence) : missing
  return {
    remaining: formatPence(paid),
    note: `${isInclusive ? `${formatPence(missing)} before VAT. ` : ''}Free from ${freeFromText(freeFrom, terms)}.`,
    progress: subtotalPence / toPence(freeFrom),
  }
}
