import { decimal, lessDownToZero, percentOf, plus, roundHalfUp, times, type Decimal } from './decimal'
import type { Pence } from './money'
import { postcodeMatches } from './postcode'
import { parseActions, parseConditions, type RuleActions, type ShippingRule } from './shipping-rules'
import type { ShippingZone } from './zones'

/** A way of sending a parcel. */
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

/** What shipping costs by one method, or that the method cannot be used. */
export interface ShippingQuote {
  available: boolean
  /** 0 when not available. */
  pence: Pence
}

interface Parcel {
  subtotalPence: Pence
  method: ShippingMethod
  /** Null: no zone, the base price as it stands. */
  zone: ShippingZone | null
  rules: readonly ShippingRule[]
  /** ISO code. */
  country: string
  postcode: string
}

/** £10,000. */
const dearest: Pence = 10_000_00

const same = (a: string, b: string) => a.toUpperCase() === b.toUpperCase()

function applies(rule: ShippingRule, { subtotalPence, method, country, postcode }: Parcel): boolean {
  const { minOrderValue, maxOrderValue, allowedCountries, shippingMethod, excludedPostcodes } =
    parseConditions(rule.conditions)
  const subtotal: Decimal = { digits: BigInt(subtotalPence), scale: 2 }
  if (minOrderValue && lessDownToZero(minOrderValue, subtotal).digits > 0n) return false
  if (maxOrderValue && lessDownToZero(subtotal, maxOrderValue).digits > 0n) return false
  if (allowedCountries && !allowedCountries.some((allowed) => same(allowed, country))) return false
  if (shippingMethod && !same(shippingMethod, method.name) && !same(shippingMethod, method.id)) return false
  return !excludedPostcodes?.some((prefix) => postcodeMatches(postcode, prefix))
}

function changed(price: Decimal, actions: RuleActions): Decimal {
  let now = actions.freeShipping ? decimal(0) : price
  if (actions.discountAmount) now = lessDownToZero(now, actions.discountAmount)
  if (actions.discountPercentage) now = lessDownToZero(now, percentOf(now, actions.discountPercentage))
  if (actions.surchargeAmount) now = plus(now, actions.surchargeAmount)
  if (actions.surchargePercentage) now = plus(now, percentOf(now, actions.surchargePercentage))
  return now
}

/**
 * The price of sending a parcel: base × zone multiplier, then every rule whose conditions hold by ascending priority;
 * in each: free, amount off, percent off, surcharge, surcharge percent (specification, section 5). Exact until the one
 * rounding at the end; a surcharge after free shipping is still charged. A rule of type 'restriction' whose conditions
 * hold makes the method unavailable; so do rules that make it dearer than £10,000, which nobody can mean.
 */
export function quoteShipping(parcel: Parcel): ShippingQuote {
  const holding = [...parcel.rules]
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
    .filter((rule) => applies(rule, parcel))
  if (holding.some((rule) => rule.type === 'restriction')) return { available: false, pence: 0 }
  const base = times(
    { digits: BigInt(parcel.method.basePricePence), scale: 2 },
    decimal(parcel.zone?.multiplier ?? 1),
  )
  const price = holding.reduce((now, rule) => changed(now, parseActions(rule.actions)), base)
  const pence = roundHalfUp({ digits: price.digits * 100n, scale: price.scale })
  return pence <= dearest ? { available: true, pence } : { available: false, pence: 0 }
}
