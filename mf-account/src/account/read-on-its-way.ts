import { queryOptions, rows } from '@shop/supabase'
import { orderColumns, toOrder, type Order } from '../orders/order'

/** The first and the last day, as ISO dates. */
type Days = NonNullable<Order['arrival']>

/** An order that has not arrived yet. */
export interface AwaitedOrder {
  number: string
  image: string | null
  /** Its content: the name of the first line, and how many more there are. */
  name: string
  more: number
  /** The parcel's status; the order's before there is a parcel. */
  status: string
  /** When it comes: the carrier's day or, before, those promised with the order. Null when nobody can say. */
  days: Days | null
}

const underWay = ['pending', 'processing', 'shipped']

/** The newest three orders of the user that have not arrived. */
export const onItsWayQuery = (userId: string) =>
  queryOptions({
    key: ['orders', 'on their way', userId],
    queryFn: async (db, signal): Promise<AwaitedOrder[]> => {
      const found = await rows(
        db
          .from('orders')
          .select(`${orderColumns}, shipments(status, estimated_delivery)`)
          .eq('user_id', userId)
          .in('status', underWay)
          .order('created_at', { ascending: false })
          .order('id')
          .order('created_at', { referencedTable: 'shipments', ascending: false })
          .limit(1, { referencedTable: 'shipments' })
          .limit(3)
          .abortSignal(signal),
      )
      return found.map((stored) => {
        const order = toOrder(stored)
        const [parcel] = stored.shipments
        const day = parcel?.estimated_delivery
        return {
          number: order.number,
          image: order.image,
          name: order.items[0]?.name ?? 'Your order',
          more: Math.max(0, order.items.length - 1),
          status: parcel?.status ?? order.status,
          days: day ? { from: day, to: day } : order.arrival,
        }
      })
    },
  })
