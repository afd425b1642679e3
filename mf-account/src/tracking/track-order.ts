import { queryOptions, row, type Backend } from '@shop/supabase'
import { parseTracking, type Tracking } from './tracking'

/** The lookup entered by a visitor, trimmed. */
export interface Lookup {
  number: string
  /** Email or postcode of the order; empty when its owner is signed in. */
  contact: string
}

/**
 * The tracking of an order. Null when there is no such order, or the caller may not see it.
 *
 * @throws BackendError with hint 'rate_limited' and the seconds to wait in `details` after too many wrong tries
 */
export async function trackOrder(db: Backend, { number, contact }: Lookup): Promise<Tracking | null> {
  return parseTracking(
    await row(db.rpc('track_order', { p_order_number: number, ...(contact && { p_contact: contact }) })),
  )
}

/** The same as a query, to follow a parcel that was found. */
export const trackingQuery = (lookup: Lookup) =>
  queryOptions({
    key: ['tracking', lookup.number, lookup.contact],
    queryFn: (db) => trackOrder(db, lookup),
  })
