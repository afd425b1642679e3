import { checkPostcode, findZone, isCovered, type Coverage, type ShippingTerms } from '@shop/pricing'

/**
 * Where an order would go, and whose prices are shown. The prices themselves stand beside each method.
 *
 * @param unmatched the setting `shipping.unmatchedZone`
 * @param coverage the setting `delivery.coverage`
 */
export function zoneMessage(
  { zones }: Pick<ShippingTerms, 'zones'>,
  postcode: string,
  unmatched: 'first' | 'reject',
  coverage: Coverage,
): string {
  const { ok, normalised: code } = checkPostcode(postcode)
  if (!ok) return 'Enter your postcode for delivery options.'
  if (!isCovered(code, coverage)) return `We deliver to the UK mainland only, and ${code} is not on it.`
  const zone = findZone(code, zones, unmatched)
  if (!zone) return `We do not deliver to ${code}.`
  if (!findZone(code, zones, 'reject')) return `Delivering to ${code}, at our prices for ${zone.name}.`
  return zone.multiplier === 1
    ? `Delivering to ${code}.`
    : `Delivering to ${code} (${zone.name}). The prices shown are for this area.`
}
