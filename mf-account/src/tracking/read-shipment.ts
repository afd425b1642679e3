import { queryOptions, rows } from '@shop/supabase'
import { orderPlaced, type Days, type Tracking } from './tracking'

/** How often a parcel that is shown is looked at again, while its page is visible. */
export const followMs = 30_000

const columns =
  'status, tracking_number, carrier, shipping_method, estimated_delivery, tracking_events(id, description, location, occurred_at)'

interface Sent {
  id: string
  number: string
  createdAt: string
  arrival: Days | null
}

/** The latest shipment of an order with its hundred latest events, or null before it is sent. Read as its owner. */
export const shipmentQuery = (order: Sent) =>
  queryOptions({
    key: ['orders', 'shipment', order.id],
    queryFn: async (db, signal): Promise<Tracking | null> => {
      const [shipment] = await rows(
        db
          .from('shipments')
          .select(columns)
          .eq('order_id', order.id)
          .order('created_at', { ascending: false })
          .order('id')
          .order('occurred_at', { referencedTable: 'tracking_events', ascending: false })
          .order('id', { referencedTable: 'tracking_events', ascending: false })
          .limit(100, { referencedTable: 'tracking_events' })
          .limit(1)
          .abortSignal(signal),
      )
      if (!shipment) return null
      return {
        orderNumber: order.number,
        status: shipment.status,
        trackingNumber: shipment.tracking_number,
        carrier: shipment.carrier,
        shippingMethod: shipment.shipping_method,
        estimatedDelivery: shipment.estimated_delivery,
        arrival: order.arrival,
        events: [
          ...shipment.tracking_events.map(({ id, description, location, occurred_at }) => ({
            id: String(id),
            description,
            location,
            at: occurred_at,
          })),
          orderPlaced(order.createdAt),
        ],
      }
    },
  })
