import { toPence, type Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { pageEntries } from '../kit/list-page'
import type { FilterValues } from '../kit/url-state'

/** An order as the list shows it. */
export interface ListedOrder {
  id: string
  number: string
  /** Null for a guest who left none. */
  email: string | null
  createdAt: Date
  totalPence: Pence
  currency: string
  paymentStatus: string
  /** Such as "Card". */
  paymentMethod: string
  status: string
  /** Some of it is sent, and the rest is not. */
  isPartlySent: boolean
  /** Of the person it is sent to; empty where nothing is sent. */
  name: string
  delivery: string | null
  /** How many items in all. */
  items: number
}

const rowSchema = v.pipe(
  v.object({
    id: v.string(),
    order_number: v.string(),
    email: v.nullable(v.string()),
    created_at: v.string(),
    total: v.number(),
    currency: v.string(),
    payment_status: v.string(),
    payment_method: v.string(),
    status: v.string(),
    partly_sent: v.boolean(),
    name: v.string(),
    shipping_method: v.nullable(v.string()),
    items: v.number(),
  }),
  v.transform((order): ListedOrder => ({
    id: order.id,
    number: order.order_number,
    email: order.email,
    createdAt: new Date(order.created_at),
    totalPence: toPence(order.total),
    currency: order.currency,
    paymentStatus: order.payment_status,
    paymentMethod: order.payment_method,
    status: order.status,
    isPartlySent: order.partly_sent,
    name: order.name,
    delivery: order.shipping_method,
    items: order.items,
  })),
)

const pageSchema = v.object({
  ...pageEntries(rowSchema),
  /** A search of few letters looked at this many of the newest orders only; null when it looked at all. */
  within: v.nullable(v.number()),
  /** Countries that orders went to, as two letters. */
  countries: v.array(v.string()),
})

export type OrderPage = v.InferOutput<typeof pageSchema>

/** The key of every list of orders, to invalidate them all. */
export const orderListsKey = ['office-orders']

/** Orders on a page of the list. */
export const orderPageSize = 10

/**
 * One page of the orders. Staff with the right to orders only.
 * @param sort 'newest', or the id of a column, '-' before it for descending; but for dates, pages end after 1,000 orders
 * @param page from 1; beyond the last it is the last
 */
export const orderListQuery = (filter: FilterValues, sort: string, page: number) =>
  queryOptions({
    key: [...orderListsKey, filter, sort, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_orders', {
              p_filter: { ...filter },
              p_sort: sort,
              p_page: page,
              p_size: orderPageSize,
            })
            .abortSignal(signal),
        ),
      ),
  })
