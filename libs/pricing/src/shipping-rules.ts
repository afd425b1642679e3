import { decimal, type Decimal } from './decimal'

/** A rule as staff keep it; conditions and actions are free JSON of which only the specified keys count. */
export interface ShippingRule {
  id: string
  name: string
  /** 'restriction' makes the method unavailable; the other types differ by their actions alone. */
  type: string
  /** Lower goes first, ties by id. */
  priority: number
  conditions: unknown
  actions: unknown
}

/** The conditions of a rule; all that are given must hold. */
export interface RuleConditions {
  /** Pounds, on the subtotal, both ends included. */
  minOrderValue?: Decimal
  maxOrderValue?: Decimal
  allowedCountries?: string[]
  shippingMethod?: string
  excludedPostcodes?: string[]
}

/** The actions of a rule, in pounds and per cent, in the order in which they apply. */
export interface RuleActions {
  freeShipping: boolean
  discountAmount?: Decimal
  discountPercentage?: Decimal
  surchargeAmount?: Decimal
  surchargePercentage?: Decimal
}

function fields(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
}

function amount(value: unknown): Decimal | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? decimal(value) : undefined
}

function texts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const given = value.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
  return given.length > 0 ? given.map((entry) => entry.trim()) : undefined
}

/** The conditions that can be understood; anything else is as if it were not written. */
export function parseConditions(json: unknown): RuleConditions {
  const given = fields(json)
  const method = given.shipping_method
  return {
    minOrderValue: amount(given.min_order_value),
    maxOrderValue: amount(given.max_order_value),
    allowedCountries: texts(given.allowed_countries),
    shippingMethod: typeof method === 'string' && method.trim() !== '' ? method.trim() : undefined,
    excludedPostcodes: texts(given.excluded_postcodes),
  }
}

/** The actions that can be understood; anything else is as if it were not written. */
export function parseActions(json: unknown): RuleActions {
  const given = fields(json)
  return {
    freeShipping: given.free_shipping === true,
    discountAmount: amount(given.discount_amount),
    discountPercentage: amount(given.discount_percentage),
    surchargeAmount: amount(given.surcharge_amount),
    surchargePercentage: amount(given.surcharge_percentage),
  }
}
