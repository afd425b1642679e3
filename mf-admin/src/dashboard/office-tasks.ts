import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

const count = v.nullable(v.pipe(v.number(), v.integer()))

const responseSchema = v.pipe(
  v.object({
    orders_to_send: count,
    returns_to_decide: count,
    returns_to_refund: count,
    messages: count,
    reviews: count,
    abandoned_checkouts: count,
    low_stock: count,
  }),
  v.transform((counts) => ({
    ordersToSend: counts.orders_to_send,
    returnsToDecide: counts.returns_to_decide,
    returnsToRefund: counts.returns_to_refund,
    messages: counts.messages,
    reviews: counts.reviews,
    abandonedCheckouts: counts.abandoned_checkouts,
    lowStock: counts.low_stock,
  })),
)

/** How many of each wait for staff; null of what the member may not see. */
export type OfficeTasks = v.InferOutput<typeof responseSchema>

/** Staff only. */
export const officeTasksQuery = queryOptions({
  key: ['office-tasks'],
  queryFn: async (db, signal) =>
    v.parse(responseSchema, await row(db.rpc('office_tasks').abortSignal(signal))),
})
