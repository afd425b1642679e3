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

/** A parcel of an order. */
export interface Parcel {
  /** processing, shipped, in_transit, out_for_delivery, delivered or exception. */
  status: string
  trackingNumber: string | null
  carrier: string | null
  shippingMethod: string | null
  /** The carrier's day, as an ISO date. */
  estimatedDelivery: string | null
  /** What is in it, such as "2 × Silk Robe, M"; empty where that is not known, or not shown. */
  items: string[]
  /** How many pieces are in it; 0 where that is not known. */
  pieces: number
  /** Newest first. */
  events: TrackingEvent[]
}

/** A line of a parcel. */
export const parcelItem = (name: string, quantity: number) => `${String(quantity)} × ${name}`

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
  /** Oldest first; the parcel above is the latest. */
  parcels: Parcel[]
  /** The rest of the order is sent later. */
  isPart: boolean
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

const parcelSchema = v.pipe(
  v.object({
    status: v.string(),
    tracking_number: words,
    carrier: words,
    shipping_method: words,
    estimated_delivery: words,
    pieces: v.number(),
    items: v.array(v.object({ name: v.string(), variant_name: words, quantity: v.number() })),
    events: v.array(eventSchema),
  }),
  v.transform((parcel): Parcel => ({
    status: parcel.status,
    trackingNumber: parcel.tracking_number,
    carrier: parcel.carrier,
    shippingMethod: parcel.shipping_method,
    estimatedDelivery: parcel.estimated_delivery,
    pieces: parcel.pieces,
    items: parcel.items.map(({ name, variant_name: variant, quantity }) =>
      parcelItem([name, variant].filter(Boolean).join(', '), quantity),
    ),
    events: parcel.events,
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
      shipments: v.optional(v.array(parcelSchema), []),
      to_follow: v.optional(v.number(), 0),
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
      parcels: reply.shipments,
      isPart: reply.to_follow > 0,
      events: reply.events,
    })),
  ),
)

/** The reply of `track_order`: null when the caller has no such order. @throws ValiError on any other shape */
export function parseTracking(reply: unknown): Tracking | null {
  return v.parse(replySchema, reply)
}
