import { checkPostcode, findZone, isCovered, type Coverage } from '@shop/pricing'
import type { ShippingTerms } from './list-shipping'

/**
 * The message on how the destination affects the shipping price.
 *
 * @param unmatched the setting `shipping.unmatchedZone`
 * @param coverage the setting `delivery.coverage`
 */
export function zoneMessage(
  { zones }: Pick<ShippingTerms, 'zones'>,
  postcode: string,
  unmatched: 'first' | 'refuse',
  coverage: Coverage,
): string {
  const { ok, normalised: code } = checkPostcode(postcode)
  if (!ok) return 'Enter a postal code to see what delivery there costs.'
  if (!isCovered(code, coverage)) return `We deliver to the UK mainland only, and ${code} is not on it.`
  const zone = findZone(code, zones, unmatched)
  if (!zone) return `We do not deliver to ${code}.`
  const place = findZone(code, zones, 'refuse')
    ? `${code} is in ${zone.name}`
    : `${code} is in no zone of ours and counts as ${zone.name}`
  const percent = Math.round(zone.multiplier * 100) - 100
  if (percent === 0) return `${place}: our standard delivery prices apply.`
  return `${place}: what we charge for delivery is ${String(Math.abs(percent))}% ${percent > 0 ? 'higher' : 'lower'} there.`
}
