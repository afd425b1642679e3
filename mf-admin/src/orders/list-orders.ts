import { toPence, type Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

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
  status: string
}

/** One page of the list. */
export interface OrderPage {
  rows: ListedOrder[]
  total: number
  /** False if a search has more than `total`. */
  isExact: boolean
  /** A search of few letters looked at this many of the newest orders only; null when it looked at all. */
  within: number | null
  page: number
  pages: number
  /** Countries that orders went to, as two letters. */
  countries: string[]
}

/** What the list is filtered by; keys without a value filter nothing. */
export interface OrderFilter {
  /** Part of an order number or an email. */
  q?: string
  payment?: string
  status?: string
  /** Days in London, both included: "2026-01-05". */
  from?: string
  to?: string
  country?: string
  gift_card?: 'true'
  unshipped?: 'true'
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
    status: v.string(),
  }),
  v.transform((order): ListedOrder => ({
    id: order.id,
    number: order.order_number,
    email: order.email,
    createdAt: new Date(order.created_at),
    totalPence: toPence(order.total),
    currency: order.currency,
    paymentStatus: order.payment_status,
    status: order.status,
  })),
)

const pageSchema = v.pipe(
  v.object({
    rows: v.array(rowSchema),
    total: v.number(),
    exact: v.boolean(),
    within: v.nullable(v.number()),
    page: v.number(),
    pages: v.number(),
    countries: v.array(v.string()),
  }),
  v.transform(({ exact, ...rest }): OrderPage => ({ ...rest, isExact: exact })),
)

/** The key of every list of orders, to invalidate them all. */
export const orderListsKey = ['office-orders']

const pageSize = 10

/** One page of the orders, newest first. Staff with the right to orders only. @param page from 1; beyond the last it is the last */
export const orderListQuery = (filter: OrderFilter, page: number) =>
  queryOptions({
    key: [...orderListsKey, filter, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_orders', { p_filter: { ...filter }, p_page: page, p_size: pageSize })
            .abortSignal(signal),
        ),
      ),
  })
