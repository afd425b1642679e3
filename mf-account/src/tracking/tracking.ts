import * as v from 'valibot'

/** One tracking event. */
export interface TrackingEvent {
  id: string
  description: string
  location: string | null
  /** ISO date and time. */
  at: string
}

/** The tracking of an order. One that has not been sent has no tracking number, no carrier and no events. */
export interface Tracking {
  orderNumber: string
  /** processing, shipped, in_transit, out_for_delivery, delivered or exception. */
  status: string
  trackingNumber: string | null
  carrier: string | null
  shippingMethod: string | null
  /** ISO date. */
  estimatedDelivery: string | null
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
      events: v.array(eventSchema),
    }),
    v.transform((reply): Tracking => ({
      orderNumber: reply.order_number,
      status: reply.status,
      trackingNumber: reply.tracking_number,
      carrier: reply.carrier,
      shippingMethod: reply.shipping_method,
      estimatedDelivery: reply.estimated_delivery,
      events: reply.events,
    })),
  ),
)

/** The reply of `track_order`: null when the caller has no such order. @throws ValiError on any other shape */
export function parseTracking(reply: unknown): Tracking | null {
  return v.parse(replySchema, reply)
}
