import * as v from 'valibot'

/** One tracking event. */
export interface TrackingEvent {
  id: string
  description: string
  location: string | null
  /** ISO date and time. */
  at: string
}

/** The first and the last day, as ISO dates. */
export interface Days {
  from: string
  to: string
}

/** The first event of every order. @param at ISO date and time */
export const orderPlaced = (at: string): TrackingEvent => ({
  id: 'placed',
  description: 'Order placed',
  location: null,
  at,
})

/** The tracking of an order. One that has not been sent has no tracking number and no carrier. */
export interface Tracking {
  orderNumber: string
  /** processing, shipped, in_transit, out_for_delivery, delivered or exception. */
  status: string
  trackingNumber: string | null
  carrier: string | null
  shippingMethod: string | null
  /** The carrier's day, as an ISO date. */
  estimatedDelivery: string | null
  /** The days that were promised with the order. */
  arrival: Days | null
  /** Newest first. */
  events: TrackingEvent[]
}

const words = v.nullish(v.string(), null)

const eventSchema = v.pipe(
  v.object({
    id: v.union([v.number(), v.string()]),
    description: v.string(),
    location: words,
    timestamp: v.string(),
  }),
  v.transform(({ id, description, location, timestamp }): TrackingEvent => ({
    id: String(id),
    description,
    location,
    at: timestamp,
  })),
)

const replySchema = v.nullable(
  v.pipe(
    v.object({
      order_number: v.string(),
      status: v.string(),
      tracking_number: words,
      carrier: words,
      shipping_method: words,
      estimated_delivery: words,
      arrives_from: words,
      arrives_to: words,
      events: v.array(eventSchema),
    }),
    v.transform((reply): Tracking => ({
      orderNumber: reply.order_number,
      status: reply.status,
      trackingNumber: reply.tracking_number,
      carrier: reply.carrier,
      shippingMethod: reply.shipping_method,
      estimatedDelivery: reply.estimated_delivery,
      arrival:
        reply.arrives_from && reply.arrives_to ? { from: reply.arrives_from, to: reply.arrives_to } : null,
      events: reply.events,
    })),
  ),
)

/** The reply of `track_order`: null when the caller has no such order. @throws ValiError on any other shape */
export function parseTracking(reply: unknown): Tracking | null {
  return v.parse(replySchema, reply)
}
