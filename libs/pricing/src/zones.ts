import { isCovered, type Coverage } from './mainland'
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

/** The zone that a postcode belongs to, and why. */
export interface ZoneMatch {
  zone: ShippingZone
  /** 'first': no zone names the postcode, so the first one by position takes it. */
  by: 'district' | 'area' | 'first'
  /** The entry of the zone that names the postcode, as staff wrote it; null for 'first'. */
  prefix: string | null
}

/**
 * The zone of a postcode with the reason: a district match, else an area match, else the first zone by position.
 *
 * @param unmatched the setting `shipping.unmatchedZone`; 'reject' returns null instead of the first zone
 * @param coverage the setting `delivery.coverage`
 * @returns null when no zone applies
 */
export function matchZone(
  postcode: string,
  zones: readonly ShippingZone[],
  unmatched: 'first' | 'reject' = 'first',
  coverage: Coverage = 'uk',
): ZoneMatch | null {
  if (!isCovered(postcode, coverage)) return null
  const sorted = [...zones].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  const firstBy = (by: 'district' | 'area'): ZoneMatch | undefined => {
    for (const zone of sorted) {
      const prefix = zone.postcodes.find(
        (entry) => /\d/.test(entry) === (by === 'district') && postcodeMatches(postcode, entry),
      )
      if (prefix !== undefined) return { zone, by, prefix }
    }
    return undefined
  }
  const [first] = unmatched === 'first' ? sorted : []
  return firstBy('district') ?? firstBy('area') ?? (first ? { zone: first, by: 'first', prefix: null } : null)
}

/** The zone of a postcode, as `matchZone` finds it. */
export function findZone(...args: Parameters<typeof matchZone>): ShippingZone | null {
  return matchZone(...args)?.zone ?? null
}
