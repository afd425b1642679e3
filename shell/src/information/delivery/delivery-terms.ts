import { shippingQuery } from '@shop/cart/shipping-terms'
import {
  deliveryText,
  formatPence,
  isCovered,
  quoteShipping,
  toPence,
  type Coverage,
  type ShippingMethod,
  type ShippingZone,
  type ShippingTerms,
} from '@shop/pricing'
import { createLoader } from '@shop/supabase'

/** Reads the shipping terms for a page about delivery. */
export const loadDeliveryTerms = createLoader(() => shippingQuery())

/** The terms of one method, as pages show them. */
export interface MethodOffer {
  id: string
  name: string
  /** "5-7 business days". */
  days: string
  /** The price of a small order on the mainland: "£3.99". */
  price: string
  /** The subtotal before VAT from which it is free: "£25". Null where it is not, and where it always is. */
  freeFrom: string | null
  /** "Order by 2PM Monday-Thursday", where the method says so. */
  deadline: string
}

/** The price of one method to a place; null where it is not offered. */
function priceTo(
  { zones, rules }: ShippingTerms,
  method: ShippingMethod,
  subtotalPence: number,
  zone = zones[0] ?? null,
): number | null {
  const postcode = zone?.postcodes[0] ?? ''
  const quote = quoteShipping({ subtotalPence, method, zone, rules, country: 'GB', postcode })
  return quote.available ? quote.pence : null
}

/** From which subtotal a method is free in a zone: "£25"; null where it never is, and where it always is. */
function freeFromIn(
  terms: ShippingTerms,
  method: ShippingMethod,
  from: number | undefined,
  zone?: ShippingZone,
): string | null {
  const isFreeFrom =
    from !== undefined &&
    priceTo(terms, method, 0, zone) !== 0 &&
    priceTo(terms, method, toPence(from), zone) === 0
  return isFreeFrom ? formatPence(toPence(from)).replace(/\.00$/, '') : null
}

/** The methods as the first zone, the mainland, is offered them. @param from pounds from which delivery is free; undefined where it is not */
export function methodOffers(terms: ShippingTerms, from: number | undefined): MethodOffer[] {
  return terms.methods.flatMap((method) => {
    const pence = priceTo(terms, method, 0)
    if (pence === null) return []
    return {
      id: method.id,
      name: method.name,
      days: deliveryText(method),
      price: pence === 0 ? 'Free' : formatPence(pence),
      freeFrom: freeFromIn(terms, method, from),
      deadline: method.features.find((feature) => /^order by/i.test(feature)) ?? '',
    }
  })
}

/** A deadline within a sentence: "Order by 2PM" is "if you order by 2PM". */
export const ifOrderedInTime = (deadline: string): string => deadline && `if you o${deadline.slice(1)}`

/** A zone with the methods that can be had there and their prices: "Standard £5.98 (free from £25 before VAT)". */
export interface ZoneOffer {
  id: string
  name: string
  prices: string[]
}

const isReached = ({ postcodes }: ShippingZone, coverage: Coverage) =>
  postcodes.some((code) => isCovered(code, coverage))

/** Names of the methods that the first zone, the mainland, is offered and another zone that is delivered to is not. */
export function limitedMethods(terms: ShippingTerms, coverage: Coverage): string[] {
  const zones = terms.zones.filter((zone) => isReached(zone, coverage))
  return terms.methods
    .filter((method) => priceTo(terms, method, 0) !== null)
    .filter((method) => zones.some((zone) => priceTo(terms, method, 0, zone) === null))
    .map(({ name }) => name)
}

/** The zones that are delivered to and cost other than the first one. @param from pounds from which delivery is free */
export function zoneOffers(terms: ShippingTerms, coverage: Coverage, from: number | undefined): ZoneOffer[] {
  const [first] = terms.zones
  const offers = (zone: ShippingZone) =>
    terms.methods.flatMap((method) => {
      const pence = priceTo(terms, method, 0, zone)
      if (pence === null) return []
      const free = freeFromIn(terms, method, from, zone)
      return `${method.name} ${formatPence(pence)}${free === null ? '' : ` (free from ${free} before VAT)`}`
    })
  // A zone's first postcode stands for all: a method that only parts of the zone can have makes no other price.
  const costsOther = (zone: ShippingZone) =>
    terms.methods.some((method) => {
      const [here, usual] = [priceTo(terms, method, 0, zone), priceTo(terms, method, 0, first)]
      return here !== null && usual !== null && here !== usual
    })
  return terms.zones.flatMap((zone) =>
    isReached(zone, coverage) && costsOther(zone)
      ? { id: zone.id, name: zone.name, prices: offers(zone) }
      : [],
  )
}
