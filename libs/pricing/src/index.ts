export {
  formatPence,
  linePence,
  toPence,
  toPounds,
  totals,
  unitPence,
  vatPence,
  withVat,
  type Pence,
  type Surface,
  type Totals,
} from './money'
export { discountOf, type Promotion } from './promotion'
export { checkPostcode, normalisePostcode, postcodeArea, type PostcodeCheck } from './postcode'
export { findZone, type ShippingZone } from './zones'
export { quoteShipping, type ShippingMethod, type ShippingQuote } from './quote-shipping'
export type { ShippingRule } from './shipping-rules'
export { fallbackShippingPence, freeShippingRemaining, type FallbackTerms } from './free-shipping'
export { bankHolidays, nationOf, type Nation } from './bank-holidays'
export { deliveryEstimate, deliveryText, type DeliveryEstimate } from './delivery'
