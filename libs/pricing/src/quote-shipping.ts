import { decimal, lessDownToZero, percentOf, plus, roundHalfUp, times, type Decimal } from './decimal'
import type { Pence } from './money'
import { postcodeMatches } from './postcode'
import { parseActions, parseConditions, type RuleActions, type ShippingRule } from './shipping-rules'
import type { ShippingZone } from './zones'

/** A shipping method. */
export interface ShippingMethod {
  id: string
  name: string
  description: string | null
  basePricePence: Pence
  /** Business days. */
  daysMin: number
  daysMax: number
  features: readonly string[]
  sortOrder: number
}

/** The price of shipping by one method, or that the method is not available. */
export interface ShippingQuote {
  available: boolean
  /** 0 when not available. */
  pence: Pence
}

interface Parcel {
  subtotalPence: Pence
  method: ShippingMethod
  /** Null: the base price applies without a multiplier. */
  zone: ShippingZone | null
  rules: readonly ShippingRule[]
  /** ISO code. */
  country: string
  postcode: string
}

/** £10,000. */
const maxPence: Pence = 10_000_00

const equalsIgnoringCase = (a: string, b: string) => a.toUpperCase() === b.toUpperCase()

function ruleMatches(rule: ShippingRule, { subtotalPence, method, country, postcode }: Parcel): boolean {
  const { minOrderValue, maxOrderValue, allowedCountries, shippingMethod, excludedPostcodes } =
    parseConditions(rule.conditions)
  const subtotal: Decimal = { digits: BigInt(subtotalPence), scale: 2 }
  if (minOrderValue && lessDownToZero(minOrderValue, subtotal).digits > 0n) return false
  if (maxOrderValue && lessDownToZero(subtotal, maxOrderValue).digits > 0n) return false
  if (allowedCountries && !allowedCountries.some((allowed) => equalsIgnoringCase(allowed, country)))
    return false
  if (
    shippingMethod &&
    !equalsIgnoringCase(shippingMethod, method.name) &&
    !equalsIgnoringCase(shippingMethod, method.id)
  )
    return false
  return !excludedPostcodes?.some((prefix) => postcodeMatches(postcode, prefix))
}

function applyActions(price: Decimal, actions: RuleActions): Decimal {
  let now = actions.freeShipping ? decimal(0) : price
  if (actions.discountAmount) now = lessDownToZero(now, actions.discountAmount)
  if (actions.discountPercentage) now = lessDownToZero(now, percentOf(now, actions.discountPercentage))
  if (actions.surchargeAmount) now = plus(now, actions.surchargeAmount)
  if (actions.surchargePercentage) now = plus(now, percentOf(now, actions.surchargePercentage))
  return now
}

/**
 * The price of shipping: base × zone multiplier, then every matching rule by ascending priority; within a rule: free,
 * amount off, percent off, surcharge, surcharge percent (specification, section 5). Exact until it is rounded once at the
 * end; a surcharge after free shipping is still charged. A matching rule of type 'restriction' makes the method
 * unavailable, and so does a price above £10,000, which must be a mistake.
 */
export function quoteShipping(parcel: Parcel): ShippingQuote {
  const matching = [...parcel.rules]
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
    .filter((rule) => ruleMatches(rule, parcel))
  if (matching.some((rule) => rule.type === 'restriction')) return { available: false, pence: 0 }
  const base = times(
    { digits: BigInt(parcel.method.basePricePence), scale: 2 },
    decimal(parcel.zone?.multiplier ?? 1),
  )
  const price = matching.reduce((now, rule) => applyActions(now, parseActions(rule.actions)), base)
  const pence = roundHalfUp({ digits: price.digits * 100n, scale: price.scale })
  return pence <= maxPence ? { available: true, pence } : { available: false, pence: 0 }
}
