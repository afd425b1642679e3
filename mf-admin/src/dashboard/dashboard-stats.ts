import type { Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { pence } from '../kit/database-values'

/** The figures of the dashboard. */
export interface DashboardStats {
  products: number
  activeProducts: number
  categories: number
  orders: number
  pendingOrders: number
  customers: number
  /** Orders of the status that counts as revenue. */
  revenuePence: Pence
  /** All payments received, whatever the order's status. */
  paidPence: Pence
  /** Tracked products at or below their own threshold. */
  lowStock: number
}

const count = v.pipe(v.number(), v.integer())

const responseSchema = v.pipe(
  v.object({
    products_total: count,
    products_active: count,
    categories: count,
    orders_total: count,
    orders_pending: count,
    customers: count,
    revenue: pence,
    paid: pence,
    low_stock: count,
  }),
  v.transform((stats): DashboardStats => ({
    products: stats.products_total,
    activeProducts: stats.products_active,
    categories: stats.categories,
    orders: stats.orders_total,
    pendingOrders: stats.orders_pending,
    customers: stats.customers,
    revenuePence: stats.revenue,
    paidPence: stats.paid,
    lowStock: stats.low_stock,
  })),
)

/** The query of the dashboard's figures. Staff only. */
export const dashboardStatsQuery = queryOptions({
  key: ['dashboard-stats'],
  queryFn: async (db, signal) =>
    v.parse(responseSchema, await row(db.rpc('dashboard_stats').abortSignal(signal))),
})
