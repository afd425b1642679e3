import { toPence, type Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

/** An order that used a promotion. */
export interface PromotionOrder {
  id: string
  number: string
  at: Date
  subtotalPence: Pence
  discountPence: Pence
  /** The order was cancelled or refunded, and gave its use back. */
  isReturned: boolean
}

interface PromotionOrders {
  /** All orders; the pages have the newest 10,000. */
  total: number
  pages: number
  rows: PromotionOrder[]
}

const schema = v.object({
  total: v.number(),
  pages: v.number(),
  rows: v.array(
    v.pipe(
      v.object({
        id: v.string(),
        order_number: v.string(),
        created_at: v.string(),
        subtotal: v.number(),
        discount_amount: v.number(),
        returned: v.boolean(),
      }),
      v.transform((order): PromotionOrder => ({
        id: order.id,
        number: order.order_number,
        at: new Date(order.created_at),
        subtotalPence: toPence(order.subtotal),
        discountPence: toPence(order.discount_amount),
        isReturned: order.returned,
      })),
    ),
  ),
})

/** Orders on a page. */
const pageSize = 10

/** The orders that used a promotion, newest first. @param page from 1 */
export const promotionOrdersQuery = (id: string, page: number) =>
  queryOptions({
    key: ['promotion-orders', id, page],
    queryFn: async (db, signal): Promise<PromotionOrders> =>
      v.parse(
        schema,
        await row(
          db.rpc('promotion_orders', { p_id: id, p_page: page, p_size: pageSize }).abortSignal(signal),
        ),
      ),
  })
