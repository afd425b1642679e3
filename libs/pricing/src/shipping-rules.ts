import { decimal, type Decimal } from './decimal'

/** A rule as staff enter it; conditions and actions are free JSON of which only the specified keys are read. */
export interface ShippingRule {
  id: string
  name: string
  /** 'restriction' makes the method unavailable; the other types differ only in their actions. */
  type: string
  /** Ascending; ties by id. */
  priority: number
  conditions: unknown
  actions: unknown
}

/** The conditions of a rule; all that are present must match. */
export interface RuleConditions {
  /** Pounds; subtotals equal to either bound match. */
  minOrderValue?: Decimal
  maxOrderValue?: Decimal
  allowedCountries?: string[]
  shippingMethod?: string
  excludedPostcodes?: string[]
}

/** The actions of a rule, in pounds or per cent, in the order in which they apply. */
export interface RuleActions {
  freeShipping: boolean
  discountAmount?: Decimal
  discountPercentage?: Decimal
  surchargeAmount?: Decimal
  surchargePercentage?: Decimal
}

function toRecord(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
}

function parseAmount(value: unknown): Decimal | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? decimal(value) : undefined
}

function parseTexts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const entries = value.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
  return entries.length > 0 ? entries.map((entry) => entry.trim()) : undefined
}

/** Parses conditions. Anything invalid is ignored. */
export function parseConditions(json: unknown): RuleConditions {
  const record = toRecord(json)
  const method = record.shipping_method
  return {
    minOrderValue: parseAmount(record.min_order_value),
    maxOrderValue: parseAmount(record.max_order_value),
    allowedCountries: parseTexts(record.allowed_countries),
    shippingMethod: typeof method === 'string' && method.trim() !== '' ? method.trim() : undefined,
    excludedPostcodes: parseTexts(record.excluded_postcodes),
  }
}

/** Parses actions. Anything invalid is ignored. */
export function parseActions(json: unknown): RuleActions {
  const record = toRecord(json)
  return {
    freeShipping: record.free_shipping === true,
    discountAmount: parseAmount(record.discount_amount),
    discountPercentage: parseAmount(record.discount_percentage),
    surchargeAmount: parseAmount(record.surcharge_amount),
    surchargePercentage: parseAmount(record.surcharge_percentage),
  }
}
