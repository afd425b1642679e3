import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { details } from './checkout-steps'
import { callAs } from './office-steps'
import type { Visitor } from './visitor-fixtures'

/** A draft order as its form reads it. */
export interface DraftOrder {
  id: string
  number: number
  state: 'open' | 'sent' | 'paid' | 'withdrawn'
  version: number
  checkout_session_id: string | null
  order_id: string | null
  order_number: string | null
}

/** The figures of a draft, in pounds. */
export interface DraftFigures {
  subtotal: number
  discount_amount?: number
  tax_amount: number
  shipping_amount: number | null
  total: number | null
  lines: { name: string | null; unit_price: number | null; quantity: number; available: number }[]
  methods: { id: string; name: string; price: number | null }[]
  postcode_problem: string | null
}

/** What tests of draft orders do: save, price, send, take the payment. @param staff who does it */
export function draftFixtures(sql: Sql, staff: Visitor) {
  /** The fields of a draft of some products, with a guest's email of its own. */
  const fields = async (
    lines: readonly (readonly [product: string, quantity: number])[],
    changes: Record<string, unknown> = {},
  ): Promise<Record<string, unknown>> => ({
    ...(await details(sql, 'Express', { email: `${randomUUID().slice(0, 8)}@example.test` })),
    lines: lines.map(([product_id, quantity]) => ({ product_id, quantity })),
    ...changes,
  })
  const save = (given: Record<string, unknown>, old?: DraftOrder, by = staff) =>
    callAs<DraftOrder>(sql, by, 'save_draft', {
      p_id: old?.id,
      p_version: old?.version,
      p_fields: given,
    })
  const price = (given: Record<string, unknown>, by = staff) =>
    callAs<DraftFigures>(sql, by, 'price_draft', { p_fields: given })
  const send = (draft: DraftOrder, total: number | null, by = staff, days = 3) =>
    callAs<DraftOrder>(sql, by, 'send_draft', {
      p_id: draft.id,
      p_version: draft.version,
      p_expected_total: total,
      p_days: days,
    })
  const take = (draft: DraftOrder, total: number | null, by = staff) =>
    callAs<DraftOrder>(sql, by, 'take_draft_payment', {
      p_id: draft.id,
      p_version: draft.version,
      p_expected_total: total,
    })
  const end = (draft: DraftOrder, withdraw = false, by = staff) =>
    callAs<DraftOrder>(sql, by, 'end_draft', {
      p_id: draft.id,
      p_version: draft.version,
      p_withdraw: withdraw,
    })
  const link = (visitor: Visitor, session: string | null) =>
    callAs<{ state: string }>(sql, visitor, 'payment_link', { p_session_id: session })
  return { fields, save, price, send, take, end, link }
}
