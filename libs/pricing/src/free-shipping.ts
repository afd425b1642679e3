import { toPence, type Pence } from './money'

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
