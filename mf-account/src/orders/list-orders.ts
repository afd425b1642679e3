import { queryOptions, row, rows } from '@shop/supabase'
import { orderColumns, toOrder, type Order } from './order'

/** How many orders are shown at a time. */
const pageSize = 10

/** The last order of a page, after which the next begins. */
export interface Place {
  createdAt: string
  id: string
}

/** A page of orders; `next` is null on the last. */
export interface OrdersPage {
  orders: Order[]
  next: Place | null
}

/** A page of the orders of one user, newest first. Staff may read all orders, so the user is named here as well. */
export const ordersPageQuery = (userId: string, after: Place | null) =>
  queryOptions({
    key: ['orders', 'of', userId, after?.id ?? 'first'],
    queryFn: async (db, signal): Promise<OrdersPage> => {
      const all = db
        .from('orders')
        .select(orderColumns)
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .order('id')
      const later = after
        ? all.lte('created_at', after.createdAt).or(`created_at.lt."${after.createdAt}",id.gt.${after.id}`)
        : all
      const found = (await rows(later.limit(pageSize + 1).abortSignal(signal))).map(toOrder)
      const orders = found.slice(0, pageSize)
      const last = orders.at(-1)
      return { orders, next: found.length > pageSize && last ? last : null }
    },
  })

/** How many orders the user has; counted up to 1,001. */
export const orderCountQuery = (userId: string) =>
  queryOptions({
    key: ['orders', 'of', userId, 'count'],
    queryFn: async (db, signal): Promise<number> => row(db.rpc('count_my_orders').abortSignal(signal)),
  })

/** One order of the user by its number; null when there is no such order. */
export const orderQuery = (userId: string, number: string) =>
  queryOptions({
    key: ['orders', 'of', userId, 'one', number],
    queryFn: async (db, signal): Promise<Order | null> => {
      const [found] = await rows(
        db
          .from('orders')
          .select(orderColumns)
          .eq('user_id', userId)
          .eq('order_number', number)
          .limit(1)
          .abortSignal(signal),
      )
      return found ? toOrder(found) : null
    },
  })
