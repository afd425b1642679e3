import type { Decimal } from './decimal'
import type { Pence } from './money'
import { quoteShipping, type Parcel } from './quote-shipping'
import type { DeliveryTerms } from './shipping-terms'
import { isCovered } from './mainland'
import { matchZone, type ZoneMatch } from './zones'

/** A condition of a rule by its key in JSON. */
export const conditionNames = [
  'min_order_value',
  'max_order_value',
  'allowed_countries',
  'shipping_method',
  'excluded_postcodes',
] as const

/** An action of a rule by its key in JSON, in the order in which they apply. */
export const actionNames = [
  'free_shipping',
  'discount_amount',
  'discount_percentage',
  'surcharge_amount',
  'surcharge_percentage',
] as const

/** The effect of a rule on a price. */
export interface RuleEffect {
  id: string
  /** The conditions that are not met; empty when the rule applies. */
  unmet: string[]
  /** The exact price in pounds after each action, such as "3.591". A restriction has none. */
  steps: { action: string; price: string }[]
}

/** The price of one method with the way to it. */
export interface MethodExplanation {
  /** The method's id. */
  method: string
  /** Null when it cannot be used. */
  pence: Pence | null
  /** Why it cannot be used: no zone, a rule of type 'restriction', or a price above £10,000. */
  rejected: 'zone' | 'restriction' | 'mistake' | null
  /** The exact price in pounds before the rules: base × multiplier of the zone; null without a zone. */
  base: string | null
  /** The rules in turn. After a restriction that applies none is looked at. */
  rules: RuleEffect[]
}

/** Where a parcel goes and what each method costs. */
export interface ShippingExplanation {
  zone: { id: string; by: ZoneMatch['by']; prefix: string | null } | null
  methods: MethodExplanation[]
}

/** A decimal as digits without trailing zeros, as Postgres writes `trim_scale(n)::text`. */
export function plainDecimal({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, '0')
  if (scale === 0) return text
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`.replace(/\.?0+$/, '')
}

function explainMethod(parcel: Parcel): MethodExplanation {
  const rules: RuleEffect[] = []
  let base: string | null = null
  let isRestricted = false
  const quote = quoteShipping(parcel, {
    base: (price) => {
      base = plainDecimal(price)
    },
    rule: (rule, unmet, steps) => {
      isRestricted = rule.type === 'restriction' && unmet.length === 0
      rules.push({
        id: rule.id,
        unmet,
        steps: steps.map(({ action, price }) => ({ action, price: plainDecimal(price) })),
      })
    },
  })
  const rejected = quote.available ? null : isRestricted ? 'restriction' : 'mistake'
  return { method: parcel.method.id, pence: quote.available ? quote.pence : null, rejected, base, rules }
}

/**
 * The price of every method with its explanation, by the code that prices carts. `private.explain_shipping` in
 * `supabase/schemas/18_shipping.sql` answers the same, which a test proves.
 *
 * @param parcel the subtotal before VAT, in pence; the postcode; the ISO code of the country
 * @param terms as they would be if they were saved and active
 */
export function explainShipping(
  parcel: { subtotalPence: Pence; postcode: string; country: string },
  terms: DeliveryTerms,
): ShippingExplanation {
  const match = matchZone(parcel.postcode, terms.zones, terms.unmatched, terms.coverage)
  const isServed =
    match !== null || (terms.unmatched === 'first' && isCovered(parcel.postcode, terms.coverage))
  return {
    zone: match && { id: match.zone.id, by: match.by, prefix: match.prefix },
    methods: terms.methods.map((method) =>
      isServed
        ? explainMethod({ ...parcel, method, zone: match?.zone ?? null, rules: terms.rules })
        : { method: method.id, pence: null, rejected: 'zone', base: null, rules: [] },
    ),
  }
}

export { parseActions, parseConditions } from './shipping-rules'
