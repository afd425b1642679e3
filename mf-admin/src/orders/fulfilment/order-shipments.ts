import { queryOptions, row, rows, useAppMutation, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { useRefresh } from '../../frame/staff/use-refresh'
import { timestamp } from '../../kit/database-values'

/** The states of a parcel, in their usual order. */
export const parcelStatuses = [
  'processing',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
] as const
type ParcelStatus = (typeof parcelStatuses)[number]

/** An entry of a parcel's tracking. */
export interface TrackingEvent {
  id: number
  status: string
  description: string
  location: string | null
  at: Date
}

/** Pieces of a line of an order, by its place in the order's items, from 0. */
export interface ParcelLine {
  line: number
  quantity: number
}

/** A parcel of an order. */
export interface Shipment {
  id: string
  status: string
  carrier: string | null
  trackingNumber: string | null
  shippingMethod: string | null
  /** ISO date. */
  estimatedDelivery: string | null
  createdAt: Date
  /** What is in it; empty where that is not recorded. */
  lines: ParcelLine[]
  /** Newest first, at most 100. */
  events: TrackingEvent[]
}

const words = v.nullable(v.string())

const shipmentSchema = v.pipe(
  v.object({
    id: v.string(),
    status: v.string(),
    carrier: words,
    tracking_number: words,
    shipping_method: words,
    estimated_delivery: words,
    created_at: timestamp,
    shipment_lines: v.array(v.object({ line: v.number(), quantity: v.number() })),
    tracking_events: v.array(
      v.pipe(
        v.object({
          id: v.number(),
          status: v.string(),
          description: v.string(),
          location: words,
          occurred_at: timestamp,
        }),
        v.transform(({ occurred_at: at, ...event }): TrackingEvent => ({ ...event, at })),
      ),
    ),
  }),
  v.transform((shipment): Shipment => ({
    id: shipment.id,
    status: shipment.status,
    carrier: shipment.carrier,
    trackingNumber: shipment.tracking_number,
    shippingMethod: shipment.shipping_method,
    estimatedDelivery: shipment.estimated_delivery,
    createdAt: shipment.created_at,
    lines: shipment.shipment_lines,
    events: shipment.tracking_events,
  })),
)

const columns =
  'id, status, carrier, tracking_number, shipping_method, estimated_delivery, created_at, shipment_lines(line, quantity), tracking_events(id, status, description, location, occurred_at)'

/** The parcels of an order, oldest first, at most 50. Staff only. */
export const orderShipmentsQuery = (orderId: string) =>
  queryOptions({
    key: ['order-shipments', orderId],
    queryFn: async (db, signal) =>
      v.parse(
        v.array(shipmentSchema),
        await rows(
          db
            .from('shipments')
            .select(columns)
            .eq('order_id', orderId)
            .order('created_at')
            .order('id')
            .order('line', { referencedTable: 'shipment_lines' })
            .order('occurred_at', { referencedTable: 'tracking_events', ascending: false })
            .order('id', { referencedTable: 'tracking_events', ascending: false })
            .limit(100, { referencedTable: 'tracking_events' })
            .limit(50)
            .abortSignal(signal),
        ),
      ),
  })

const remainingSchema = v.array(
  v.pipe(
    v.object({ order_id: v.string(), line: v.number(), to_send: v.number() }),
    v.transform(({ order_id: orderId, line, to_send: quantity }) => ({ orderId, line, quantity })),
  ),
)

/** What is left to send of orders, at most 100: lines of which nothing is left are left out. Staff only. */
export const remainingQuery = (orderIds: readonly string[]) =>
  queryOptions({
    key: ['order-shipments', 'remaining', ...orderIds],
    queryFn: async (db, signal) =>
      v
        .parse(
          remainingSchema,
          await row(db.rpc('pieces_to_send', { p_orders: [...orderIds] }).abortSignal(signal)),
        )
        .filter(({ quantity }) => quantity > 0),
  })

/** What staff enter of a parcel, by column. */
interface ShipmentFields {
  carrier: string | null
  tracking_number: string | null
  estimated_delivery: string | null
  status: ParcelStatus
}

/** What staff enter of a tracking entry, by column; `occurred_at` is an ISO date and time. */
interface TrackingFields {
  status: ParcelStatus
  description: string
  location: string | null
  occurred_at: string
}

/** A change of an order's parcels. Without an id something is added. */
export type ParcelChange =
  | { kind: 'new shipment'; orderId: string; lines: readonly ParcelLine[]; fields: ShipmentFields }
  | { kind: 'shipment'; id: string; fields: ShipmentFields }
  | { kind: 'event'; shipmentId: string; id?: number; fields: TrackingFields }
  | { kind: 'remove shipment'; id: string }
  | { kind: 'remove event'; id: number }

/** What is changed or removed is not there any more. */
export class ParcelGone extends Error {
  override message = 'Somebody else has removed it. Please look again.'
}

async function changeParcel(db: Backend, change: ParcelChange): Promise<void> {
  if (change.kind === 'new shipment') {
    const { carrier, tracking_number, estimated_delivery, status } = change.fields
    await row(
      db.rpc('add_shipment', {
        p_order: change.orderId,
        p_lines: change.lines.map(({ line, quantity }) => ({ line, quantity })),
        p_status: status,
        ...(carrier !== null && { p_carrier: carrier }),
        ...(tracking_number !== null && { p_tracking_number: tracking_number }),
        ...(estimated_delivery !== null && { p_estimated_delivery: estimated_delivery }),
      }),
    )
    return
  }
  const changed = await rowsOfChange(db, change)
  if (changed.length === 0) throw new ParcelGone()
}

function rowsOfChange(
  db: Backend,
  change: Exclude<ParcelChange, { kind: 'new shipment' }>,
): Promise<readonly unknown[]> {
  const shipments = db.from('shipments')
  const events = db.from('tracking_events')
  switch (change.kind) {
    case 'shipment':
      return rows(shipments.update(change.fields).eq('id', change.id).select('id'))
    case 'event':
      return change.id === undefined
        ? rows(events.insert({ shipment_id: change.shipmentId, ...change.fields }).select('id'))
        : rows(events.update(change.fields).eq('id', change.id).select('id'))
    case 'remove shipment':
      return rows(shipments.delete().eq('id', change.id).select('id'))
    case 'remove event':
      return rows(events.delete().eq('id', change.id).select('id'))
  }
}

/** Changes the parcels of an order. Its errors are BackendErrors, or ParcelGone. */
export function useChangeParcel() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: changeParcel,
    onSettled: () => refresh('orders'),
  })
}
