import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

/** One thing that happened to an order. */
export interface HistoryEntry {
  /** Unique among the sources. */
  key: string
  at: Date
  /** Where it was noted: 'event', 'email', 'tracking', 'stock' or one that this release does not know. */
  source: string
  /** What kind of thing of its source, such as 'status_changed'. */
  kind: string
  description: string
  detail: string | null
  /** Name of the member of staff who did it. */
  actor: string | null
}

/** What happened to an order, newest first. */
interface OrderHistory {
  entries: HistoryEntry[]
  /** Whether there are older entries than these. */
  hasMore: boolean
}

const historySchema = v.pipe(
  v.object({
    more: v.boolean(),
    rows: v.array(
      v.object({
        at: v.string(),
        source: v.string(),
        id: v.string(),
        kind: v.string(),
        description: v.string(),
        detail: v.nullable(v.string()),
        actor: v.nullable(v.string()),
      }),
    ),
  }),
  v.transform(({ more, rows }): OrderHistory => ({
    hasMore: more,
    entries: rows.map(({ id, at, ...entry }) => ({
      ...entry,
      key: `${entry.source}:${id}`,
      at: new Date(at),
    })),
  })),
)

/** The key of every order's history, to invalidate them all. */
export const orderHistoriesKey = ['order-history']

/** The newest 200 things that happened to an order. Staff with the right to orders only. */
export const orderHistoryQuery = (id: string) =>
  queryOptions({
    key: [...orderHistoriesKey, id],
    queryFn: async (db, signal) =>
      v.parse(historySchema, await row(db.rpc('order_history', { p_order: id }).abortSignal(signal))),
  })
