import { postcodeMatches } from './postcode'

/** A group of postcode prefixes that share one multiplier of the base shipping price. */
export interface ShippingZone {
  id: string
  name: string
  /** Areas ("SW") or, where they contain a digit, districts ("KW15"). */
  postcodes: readonly string[]
  multiplier: number
  /** Order of the zones; the first is the default for unmatched postcodes. */
  position: number
}

/**
 * The zone of a postcode: a district match, else an area match, else the first zone by position.
 *
 * @param unmatched the setting `shipping.unmatchedZone`; 'refuse' returns null instead of the first zone
 * @returns null when no zone applies
 */
export function findZone(
  postcode: string,
  zones: readonly ShippingZone[],
  unmatched: 'first' | 'refuse' = 'first',
): ShippingZone | null {
  const sorted = [...zones].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  const firstZone = (accepts: (prefix: string) => boolean) =>
    sorted.find((zone) =>
      zone.postcodes.some((prefix) => accepts(prefix) && postcodeMatches(postcode, prefix)),
    )
  const zone = firstZone((prefix) => /\d/.test(prefix)) ?? firstZone((prefix) => !/\d/.test(prefix))
  return zone ?? (unmatched === 'first' ? sorted[0] : undefined) ?? null
}
