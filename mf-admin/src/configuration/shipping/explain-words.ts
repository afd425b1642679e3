import { formatPence, toPence } from '@shop/pricing'
import {
  parseConditions,
  plainDecimal,
  type MethodExplanation,
  type RuleEffect,
  type ShippingExplanation,
} from '@shop/pricing/explain-shipping'
import type { Method, Rule, Zone } from './office-shipping'

/** An exact amount in pounds: "£3.99", "£6.384". */
export function exactPounds(pounds: string): string {
  const [, decimals = ''] = pounds.split('.')
  return decimals.length > 2 ? `£${pounds}` : formatPence(toPence(pounds))
}

/** Why a postcode is in a zone. @param code the postcode as Royal Mail writes it */
export function zoneWords(zone: ShippingExplanation['zone'], zones: readonly Zone[], code: string): string {
  const found = zones.find(({ id }) => id === zone?.id)
  const place = code || 'This address'
  if (!zone || !found) return `No zone lists ${place}, so nothing is delivered there.`
  const entry = zone.prefix?.trim().toUpperCase() ?? ''
  switch (zone.by) {
    case 'district':
      return `${place} is in ${found.name}, which lists the district ${entry}.`
    case 'area':
      return `${place} is in ${found.name}, which lists the area ${entry}.`
    case 'first':
      return `No zone lists ${place}, so the first one takes it: ${found.name}.`
  }
}

/** Where a price starts: "£3.99 × 1.6 for Scottish Highlands and Islands". */
export function baseWords(method: Method, zone: Zone | undefined): string {
  const base = formatPence(toPence(method.base_price))
  return zone ? `${base} × ${String(zone.multiplier)} for ${zone.name}` : base
}

interface Parcel {
  subtotalPence: number
  postcode: string
  country: string
}

const pounds = (amount: Parameters<typeof plainDecimal>[0] | undefined) =>
  amount ? exactPounds(plainDecimal(amount)) : ''

/** Why a condition does not hold. */
function unmetWords(name: string, rule: Rule, parcel: Parcel): string {
  const conditions = parseConditions(rule.conditions)
  const order = formatPence(parcel.subtotalPence)
  switch (name) {
    case 'min_order_value':
      return `the order of ${order} is below ${pounds(conditions.minOrderValue)}`
    case 'max_order_value':
      return `the order of ${order} is above ${pounds(conditions.maxOrderValue)}`
    case 'allowed_countries':
      return `${parcel.country} is not among ${conditions.allowedCountries?.join(', ') ?? ''}`
    case 'shipping_method':
      return `it is for ${conditions.shippingMethod ?? ''} only`
    default:
      return `${parcel.postcode} is an excluded postcode`
  }
}

const amountOf = (rule: Rule, action: string): number => Number(rule.actions[action])
const percent = (value: number) => `${String(value)}%`

/** "Discount of £1.00: £2.99". */
function stepWords(rule: Rule, { action, price }: { action: string; price: string }): string {
  const amount = amountOf(rule, action)
  const after = exactPounds(price)
  switch (action) {
    case 'free_shipping':
      return `Free shipping: ${after}`
    case 'discount_amount':
      return `Discount of ${exactPounds(String(amount))}: ${after}`
    case 'discount_percentage':
      return `Discount of ${percent(amount)}: ${after}`
    case 'surcharge_amount':
      return `Surcharge of ${exactPounds(String(amount))}: ${after}`
    default:
      return `Surcharge of ${percent(amount)}: ${after}`
  }
}

/** What a rule did to a price, or why it did not apply. @param effect undefined for a rule that was not looked at */
export function effectWords(rule: Rule, effect: RuleEffect | undefined, parcel: Parcel): string {
  if (!effect) return 'Not looked at: the method is taken away before.'
  if (effect.unmet.length > 0)
    return `Does not apply: ${effect.unmet.map((name) => unmetWords(name, rule, parcel)).join('; ')}.`
  if (rule.type === 'restriction') return 'Applies: the method is not offered.'
  if (effect.steps.length === 0) return 'Applies, but has no action: the price stays.'
  return effect.steps.map((step) => stepWords(rule, step)).join('. ')
}

/** The exact price before it is rounded, if rounding changes it. */
export function roundedFrom({ pence, base, rules }: MethodExplanation): string | undefined {
  const last = rules.flatMap(({ steps }) => steps).at(-1)?.price ?? base
  if (pence === null || last === null) return undefined
  const [, decimals = ''] = last.split('.')
  return decimals.length > 2 ? exactPounds(last) : undefined
}

/** The price of a method in words. */
export function priceWords({ pence, rejected }: MethodExplanation): string {
  if (pence !== null) return formatPence(pence)
  return rejected === 'mistake' ? 'Above £10,000: not offered' : 'Not offered'
}
