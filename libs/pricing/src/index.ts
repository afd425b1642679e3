export {
  formatPence,
  linePence,
  orderTotals,
  plusVat,
  rateText,
  toPence,
  toPounds,
  unitPence,
  vatOf,
  type Pence,
  type Surface,
  type Totals,
} from './money'
export {
  missingPieces,
  promotionDiscounts,
  type Promotion,
  type PromotionGift,
  type PromotionLine,
  type PromotionScope,
} from './promotion'
export { bestPromotion, type OfferedPromotion } from './best-promotion'
export { checkPostcode } from './postcode'
export { isCovered, type Coverage } from './mainland'
export { findZone, type ShippingZone } from './zones'
export { quoteShipping, type ShippingMethod, type ShippingQuote } from './quote-shipping'
export type { ShippingRule } from './shipping-rules'
export { toShippingMethod, type ShippingTerms } from './shipping-terms'
export { fallbackShippingPence, freeDeliveryText, freeDeliveryProgress } from './free-delivery'
export { lineFigures, priceFigures, wasUnitPence } from './price-figures'
export { counted } from './counted'
export { calendarDay, dayOfWeek, londonClock, londonDay, longDay, weekdayOf } from './dates'
export { arrivalText, deliveryEstimate, deliveryText, orderDeadline } from './delivery'
export { optionSlug, variantQuery } from './option-slug'
