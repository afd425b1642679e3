import { queryOptions, row, rows, type Backend } from '@shop/supabase'
import * as v from 'valibot'

const stateSchema = v.fallback(
  v.picklist(['requested', 'approved', 'rejected', 'received', 'refunded']),
  'requested',
)
export type ReturnState = v.InferOutput<typeof stateSchema>

/** A return of an order, as its buyer sees it. */
export interface OrderReturn {
  id: string
  state: ReturnState
  /** The shop's note about its decision. */
  note: string
  askedAt: string
  /** The number of the order that replaces what came back; null where there is none. */
  replacement: string | null
  lines: { line: number; quantity: number; rejected: boolean; received: number | null }[]
}

/** The returns of an order, newest first. */
export const orderReturnsQuery = (orderId: string) =>
  queryOptions({
    key: ['orders', 'returns', orderId],
    queryFn: async (db, signal): Promise<OrderReturn[]> => {
      const found = await rows(
        db
          .from('returns')
          .select(
            'id, state, note, created_at, return_lines(line, quantity, decision, received), exchanges(orders(order_number))',
          )
          .eq('order_id', orderId)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(50)
          .abortSignal(signal),
      )
      return found.map(({ id, state, note, created_at, return_lines: lines, exchanges: exchange }) => ({
        id,
        state: v.parse(stateSchema, state),
        note,
        askedAt: created_at,
        replacement: exchange?.orders.order_number ?? null,
        lines: lines
          .map(({ line, quantity, decision, received }) => ({
            line,
            quantity,
            rejected: decision === 'rejected',
            received,
          }))
          .sort((one, other) => one.line - other.line),
      }))
    },
  })

/** Why something comes back. */
export type ReturnReason = 'changed_mind' | 'damaged' | 'wrong_item' | 'faulty'

/** A line of a return as its buyer asks for it. */
export interface AskedLine {
  line: number
  quantity: number
  reason: ReturnReason
  sealed: boolean
  comment: string
}

/**
 * Asks for a return. @param id made once for each wish: the same again asks for nothing more.
 * @throws BackendError with `too_late`, `lines_left`, `not_delivered` or `rate_limited` as hint
 */
export async function requestReturn(
  db: Backend,
  id: string,
  orderId: string,
  lines: AskedLine[],
): Promise<void> {
  await row(
    db.rpc('request_return', {
      p_id: id,
      p_order: orderId,
      p_lines: lines.map((line) => ({ ...line })),
    }),
  )
}
