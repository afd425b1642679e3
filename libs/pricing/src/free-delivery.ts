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

const short = (pence: Pence) => formatPence(pence).replace(/\.00$/, '')

/** The promise to everybody: "Free UK delivery on orders of £30 or more (£25 before VAT)"; undefined where there is none. */
export function freeDeliveryText(
  from: number | undefined,
  { showVatInclusive, vatRate }: Pick<PriceTerms, 'showVatInclusive' | 'vatRate'>,
): string | undefined {
  if (from === undefined) return undefined
  if (from === 0) return 'Free UK delivery'
  const pence = toPence(from)
  const beforeVat = `${short(pence)} before VAT`
  return `Free UK delivery on orders of ${
    showVatInclusive ? `${short(plusVat(pence, vatRate))} or more (${beforeVat})` : `${beforeVat} or more`
  }`
}

/** The amount missing for free delivery, as a bar shows it. */
export interface FreeDeliveryProgress {
  /** The missing amount as the shopper would pay it; left out once delivery is free. */
  remaining?: string
  /** 0 to 1. */
  progress: number
}

/**
 * What is missing for free delivery, counted on the large figures; null where delivery is never free.
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
    progress: subtotalPence / toPence(from),
  }
}
