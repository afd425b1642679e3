import { postcodeMatches } from './postcode'

/** A group of postcode prefixes that share one multiplier of the base shipping price. */
export interface ShippingZone {
  id: string
  name: string
  /** Areas ("SW") or, where they contain a digit, districts ("KW15"). */
  postcodes: readonly string[]
  multiplier: number
  /** Order among zones; the first one takes what matches none. */
  position: number
}

/**
 * The zone of a postcode: a district match, else an area match, else the first zone by position.
 *
 * @param unmatched the setting `shipping.unmatchedZone`; 'refuse' gives null instead of the first zone
 * @returns null when there is no zone at all
 */
export function findZone(
  postcode: string,
  zones: readonly ShippingZone[],
  unmatched: 'first' | 'refuse' = 'first',
): ShippingZone | null {
  const ordered = [...zones].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  const match = (prefixes: (prefix: string) => boolean) =>
    ordered.find((zone) =>
      zone.postcodes.some((prefix) => prefixes(prefix) && postcodeMatches(postcode, prefix)),
    )
  const found = match((prefix) => /\d/.test(prefix)) ?? match((prefix) => !/\d/.test(prefix))
  return found ?? (unmatched === 'first' ? ordered[0] : undefined) ?? null
}
