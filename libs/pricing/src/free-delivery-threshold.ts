import { decimal, times, type Decimal } from './decimal'
import { isCovered } from './mainland'
import type { Pence } from './money'
import { checkPostcode, postcodeArea, postcodeDistrict, postcodeEntry } from './postcode'
import { quoteShipping } from './quote-shipping'
import { parseConditions, type ShippingRule } from './shipping-rules'
import type { DeliveryTerms } from './shipping-terms'
import type { ShippingZone } from './zones'

/** A place that stands for all which zones and rules treat alike. */
interface Place {
  postcode: string
  zone: ShippingZone | null
}

/** In no list, so that only the first zone takes it. */
const unlisted = 'ZZ'

/** Entries of zones and rules as they are compared with a postcode: areas, and districts. */
const namesOf = (entries: readonly string[]) => entries.map(postcodeEntry)

/** The places of which zones and rules treat none like another, and where the shop delivers. */
function placesOf({ zones, rules, unmatched, coverage }: DeliveryTerms): Place[] {
  const sorted = [...zones].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  const zoneByName = new Map<string, ShippingZone>()
  for (const zone of sorted)
    for (const name of namesOf(zone.postcodes)) if (!zoneByName.has(name)) zoneByName.set(name, zone)
  const excluded = rules.map(
    ({ conditions }) => new Set(namesOf(parseConditions(conditions).excludedPostcodes ?? [])),
  )
  const first = unmatched === 'first' ? (sorted[0] ?? null) : null
  const places = new Map<string, Place>()
  for (const postcode of [unlisted, ...zoneByName.keys(), ...excluded.flatMap((names) => [...names])]) {
    const area = postcodeArea(postcode)
    // A prefix that is not an area or district matches no place; some areas are outside of the UK.
    const isPlace = [area, postcodeDistrict(postcode)].includes(postcode) && area !== ''
    if (!isPlace || checkPostcode(postcode).problem === 'outside-uk' || !isCovered(postcode, coverage))
      continue
    const zone = zoneByName.get(postcode) ?? zoneByName.get(area) ?? first
    if (zone === null && unmatched === 'reject') continue
    const isExcluded = excluded.map((names) => Number(names.has(postcode) || names.has(area)))
    const treatment = [zone?.id, ...isExcluded].join(' ')
    if (!places.has(treatment)) places.set(treatment, { postcode, zone })
  }
  return [...places.values()]
}

/** The first subtotal that is not below a bound, and the first that is above it. */
function subtotalsAt(bound: Decimal): { from: Pence; above: Pence } {
  const { digits, scale } = times(bound, decimal(100))
  const unit = 10n ** BigInt(scale)
  return { from: Number((digits + unit - 1n) / unit), above: Number(digits / unit) + 1 }
}

/** The subtotals at which a rule begins or ends to apply, ascending from 0; between them prices stay the same. */
function stepsOf(rules: readonly ShippingRule[]): Pence[] {
  const bounds = rules.flatMap(({ conditions }) => {
    const { minOrderValue, maxOrderValue } = parseConditions(conditions)
    return [
      ...(minOrderValue ? [subtotalsAt(minOrderValue).from] : []),
      ...(maxOrderValue ? [subtotalsAt(maxOrderValue).above] : []),
    ]
  })
  return [...new Set([0, ...bounds])].sort((a, b) => a - b)
}

/**
 * The subtotal from which delivery is free by some method, wherever the shop delivers and however much more is bought: what may be
 * promised to everybody. Null where the rules grant no such thing.
 */
export function freeDeliveryFrom(terms: DeliveryTerms): Pence | null {
  const { methods, rules } = terms
  const places = placesOf(terms)
  const isFreeAt = (subtotalPence: Pence) => {
    const quotes = places.map(({ postcode, zone }) =>
      methods
        .map((method) => quoteShipping({ subtotalPence, method, zone, rules, country: 'GB', postcode }))
        .filter(({ available }) => available),
    )
    // Where nothing is offered nothing is charged.
    const offered = quotes.filter((found) => found.length > 0)
    return offered.length > 0 && offered.every((found) => found.some(({ pence }) => pence === 0))
  }
  let from: Pence | null = null
  for (const step of stepsOf(rules).reverse()) {
    if (!isFreeAt(step)) break
    from = step
  }
  return from
}
