import { queryOptions, rows } from '@shop/supabase'
import type { OrderItem } from '@shop/pricing/order-contents'
import { orderPlaced, parcelItem, type Days, type Parcel, type Tracking } from './tracking'

/** How often a parcel that is shown is looked at again, while its page is visible. */
export const followMs = 30_000

const columns =
  'status, tracking_number, carrier, shipping_method, estimated_delivery, shipment_lines(line, quantity), tracking_events(id, description, location, occurred_at)'

interface Sent {
  id: string
  number: string
  createdAt: string
  status: string
  items: readonly OrderItem[]
  arrival: Days | null
}

const waiting = ['pending', 'processing']

/** The parcels of an order, twenty at most, with the hundred latest events of each, or null before there is one. Read as its owner. */
export const shipmentQuery = (order: Sent) =>
  queryOptions({
    key: ['orders', 'shipment', order.id],
    queryFn: async (db, signal): Promise<Tracking | null> => {
      const stored = await rows(
        db
          .from('shipments')
          .select(columns)
          .eq('order_id', order.id)
          .order('created_at')
          .order('id')
          .order('line', { referencedTable: 'shipment_lines' })
          .order('occurred_at', { referencedTable: 'tracking_events', ascending: false })
          .order('id', { referencedTable: 'tracking_events', ascending: false })
          .limit(100, { referencedTable: 'tracking_events' })
          .limit(20)
          .abortSignal(signal),
      )
      const parcels = stored.map((shipment): Parcel => ({
        status: shipment.status,
        trackingNumber: shipment.tracking_number,
        carrier: shipment.carrier,
        shippingMethod: shipment.shipping_method,
        estimatedDelivery: shipment.estimated_delivery,
        items: shipment.shipment_lines.flatMap(({ line, quantity }) => {
          const item = order.items[line]
          return item ? [parcelItem(item.name, quantity)] : []
        }),
        pieces: shipment.shipment_lines.reduce((sum, { quantity }) => sum + quantity, 0),
        events: shipment.tracking_events.map(({ id, description, location, occurred_at: at }) => ({
          id: String(id),
          description,
          location,
          at,
        })),
      }))
      const latest = parcels.at(-1)
      if (!latest) return null
      return {
        ...latest,
        orderNumber: order.number,
        arrival: order.arrival,
        parcels,
        isPart: waiting.includes(order.status) && parcels.some(({ status }) => status !== 'processing'),
        events: [...latest.events, orderPlaced(order.createdAt)],
      }
    },
  })
