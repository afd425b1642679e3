import {
  checkPostcode,
  findZone,
  isCovered,
  quoteShipping,
  type Coverage,
  type Pence,
  type ShippingMethod,
  type ShippingQuote,
  type ShippingTerms,
} from '@shop/pricing'

/** A method with its price to a postcode. */
export interface MethodQuote extends ShippingQuote {
  method: ShippingMethod
}

/**
 * The price of each method to a postcode. Without a valid postcode the first zone's prices apply.
 *
 * @param unmatched the setting `shipping.unmatchedZone`
 * @param coverage the setting `delivery.coverage`
 */
export function quotes(
  terms: ShippingTerms,
  subtotalPence: Pence,
  postcode: string,
  unmatched: 'first' | 'reject',
  coverage: Coverage,
): MethodQuote[] {
  const checked = checkPostcode(postcode)
  const usable = checked.ok ? checked.normalised : ''
  const zone = usable ? findZone(usable, terms.zones, unmatched, coverage) : (terms.zones[0] ?? null)
  const served = !usable || zone !== null || (unmatched === 'first' && isCovered(usable, coverage))
  return terms.methods.map((method) => {
    if (!served) return { method, available: false, pence: 0 }
    // Without a postcode no method is excluded: a restriction is shown once there is an address.
    const rules = usable ? terms.rules : terms.rules.filter(({ type }) => type !== 'restriction')
    return {
      method,
      ...quoteShipping({ subtotalPence, method, zone, rules, country: 'GB', postcode: usable }),
    }
  })
}
