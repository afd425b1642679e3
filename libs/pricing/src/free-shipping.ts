import { toPence, type Pence } from './money'

/** The settings `shipping.fallback` and `shipping.freeFrom`, in pounds. */
export interface FallbackTerms {
  fallback: number
  freeFrom: number
}

const specified: FallbackTerms = { fallback: 4.99, freeFrom: 25 }

/** The estimate shown until a method is chosen: free from the threshold. Never charged. */
export function fallbackShippingPence(subtotalPence: Pence, terms: FallbackTerms = specified): Pence {
  return freeShippingRemaining(subtotalPence, terms) === 0 ? 0 : toPence(terms.fallback)
}

/** What is still missing for free shipping, 0 once the threshold is reached. */
export function freeShippingRemaining(
  subtotalPence: Pence,
  terms: Pick<FallbackTerms, 'freeFrom'> = specified,
): Pence {
  return Math.max(0, toPence(terms.freeFrom) - subtotalPence)
}
