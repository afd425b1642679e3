import type { Coverage } from './mainland'
import { toPence } from './money'
import type { ShippingMethod } from './quote-shipping'
import type { ShippingRule } from './shipping-rules'
import type { ShippingZone } from './zones'

/** The data behind shipping prices: active zones, methods and rules. */
export interface ShippingTerms {
  zones: readonly ShippingZone[]
  methods: readonly ShippingMethod[]
  rules: readonly ShippingRule[]
}

/** Shipping terms with the settings that say where the shop delivers. */
export interface DeliveryTerms extends ShippingTerms {
  /** The setting `shipping.unmatchedZone`. */
  unmatched: 'first' | 'reject'
  /** The setting `delivery.coverage`. */
  coverage: Coverage
}

/** A row of the table `shipping_methods`; its price is in pounds. */
interface ShippingMethodRow {
  id: string
  name: string
  description: string | null
  base_price: number
  estimated_days_min: number
  estimated_days_max: number
  features: readonly string[]
  sort_order: number
}

/** A shipping method as prices are computed with it, from its row. */
export const toShippingMethod = (row: ShippingMethodRow): ShippingMethod => ({
  id: row.id,
  name: row.name,
  description: row.description,
  basePricePence: toPence(row.base_price),
  daysMin: row.estimated_days_min,
  daysMax: row.estimated_days_max,
  features: row.features,
  sortOrder: row.sort_order,
})
