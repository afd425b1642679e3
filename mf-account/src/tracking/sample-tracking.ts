import { cleanCode } from '@shop/settings'
import type { Tracking } from './tracking'
import type { Lookup } from './track-order'

const hour = 3_600_000
const day = 24 * hour

/**
 * The example parcel of the setting `tracking.mode` 'demo': found for numbers containing 'AM', in either case.
 *
 * @param now milliseconds since 1970; the example is always in transit
 */
export function sampleTracking(number: string, now: number): Tracking | null {
  if (!/am/i.test(number)) return null
  const timeAgo = (ago: number) => new Date(now - ago).toISOString()
  return {
    orderNumber: cleanCode(number).toUpperCase(),
    status: 'in_transit',
    trackingNumber: 'RM123456789GB',
    carrier: 'Royal Mail',
    shippingMethod: 'Express Delivery',
    estimatedDelivery: timeAgo(-2 * day).slice(0, 10),
    arrival: null,
    parcels: [],
    isPart: false,
    events: [
      {
        id: '3',
        description: 'Parcel is on its way to the delivery office',
        location: 'Birmingham',
        at: timeAgo(4 * hour),
      },
      { id: '2', description: 'Parcel handed to the carrier', location: 'London', at: timeAgo(day) },
      {
        id: '1',
        description: 'Order received and being prepared',
        location: null,
        at: timeAgo(day + 6 * hour),
      },
    ],
  }
}

/** The example after the specified second, without a request. */
export async function findSample(_: unknown, { number }: Lookup): Promise<Tracking | null> {
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return sampleTracking(number, Date.now())
}
