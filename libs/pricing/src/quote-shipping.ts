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

/** A parcel with its destination and everything that its price depends on. */
export interface Parcel {
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

/** The names of the conditions that a parcel does not meet, in the order of `docs/specification/storefront.md`, section 5. */
function unmetConditions(rule: ShippingRule, { subtotalPence, method, country, postcode }: Parcel): string[] {
  const { minOrderValue, maxOrderValue, allowedCountries, shippingMethod, excludedPostcodes } =
    parseConditions(rule.conditions)
  const subtotal: Decimal = { digits: BigInt(subtotalPence), scale: 2 }
  const unmet = {
    min_order_value: minOrderValue && lessDownToZero(minOrderValue, subtotal).digits > 0n,
    max_order_value: maxOrderValue && lessDownToZero(subtotal, maxOrderValue).digits > 0n,
    allowed_countries:
      allowedCountries && !allowedCountries.some((allowed) => equalsIgnoringCase(allowed, country)),
    shipping_method:
      shippingMethod &&
      !equalsIgnoringCase(shippingMethod, method.name) &&
      !equalsIgnoringCase(shippingMethod, method.id),
    excluded_postcodes: excludedPostcodes?.some((prefix) => postcodeMatches(postcode, prefix)),
  }
  return Object.entries(unmet).flatMap(([name, isUnmet]) => (isUnmet ? [name] : []))
}

/** The price after each action of a rule, in the order in which they apply. */
function actionSteps(price: Decimal, actions: RuleActions): { action: string; price: Decimal }[] {
  const steps: { action: string; price: Decimal }[] = []
  let now = price
  const add = (action: string, amount: Decimal | undefined, after: (amount: Decimal) => Decimal) => {
    if (!amount) return
    now = after(amount)
    steps.push({ action, price: now })
  }
  add('free_shipping', actions.freeShipping ? decimal(0) : undefined, (zero) => zero)
  add('discount_amount', actions.discountAmount, (amount) => lessDownToZero(now, amount))
  add('discount_percentage', actions.discountPercentage, (percent) =>
    lessDownToZero(now, percentOf(now, percent)),
  )
  add('surcharge_amount', actions.surchargeAmount, (amount) => plus(now, amount))
  add('surcharge_percentage', actions.surchargePercentage, (percent) => plus(now, percentOf(now, percent)))
  return steps
}

/** Told what happens to a parcel's price; see `explain-shipping.ts`. All amounts are exact, in pounds. */
export interface PriceWatch {
  /** The base price × the zone's multiplier. */
  base(price: Decimal): void
  /** A rule in turn: the conditions that are not met, else the price after each of its actions. */
  rule(rule: ShippingRule, unmet: string[], steps: readonly { action: string; price: Decimal }[]): void
}

/**
 * The price of shipping: base × zone multiplier, then every matching rule by ascending priority; within a rule: free,
 * amount off, percent off, surcharge, surcharge percent (`docs/specification/storefront.md`, section 5).
 * Exact until it is rounded once at the end; a surcharge after free shipping is still charged. A matching rule of type 'restriction' makes the method
 * unavailable, and so does a price above £10,000, which must be a mistake.
 */
export function quoteShipping(parcel: Parcel, watch?: PriceWatch): ShippingQuote {
  let price = times(
    { digits: BigInt(parcel.method.basePricePence), scale: 2 },
    decimal(parcel.zone?.multiplier ?? 1),
  )
  watch?.base(price)
  const sorted = [...parcel.rules].sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
  for (const rule of sorted) {
    const unmet = unmetConditions(rule, parcel)
    const isRestriction = rule.type === 'restriction'
    const steps = unmet.length || isRestriction ? [] : actionSteps(price, parseActions(rule.actions))
    watch?.rule(rule, unmet, steps)
    if (isRestriction && !unmet.length) return { available: false, pence: 0 }
    price = steps.at(-1)?.price ?? price
  }
  const pence = roundHalfUp({ digits: price.digits * 100n, scale: price.scale })
  return pence <= maxPence ? { available: true, pence } : { available: false, pence: 0 }
}
