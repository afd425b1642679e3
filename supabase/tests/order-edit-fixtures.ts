import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { callAs } from './office-steps'
import type { Visitor } from './visitor-fixtures'

export type EditedLine =
  | { line: number; quantity: number }
  | { product_id: string; variant_id?: string; quantity: number }

/** An edit that a test asks for; what is missing is the order's version of now and the difference of a preview. */
export interface EditRequest {
  id?: string
  lines: readonly EditedLine[]
  address?: Record<string, string>
  version?: string
  /** In pounds. */
  difference?: number
  reason?: string
  takePayment?: boolean
}

export interface EditReply {
  id: string
  state: string
  difference: number
  card_back: number
  gift_card_back: number
  link: string | null
}

interface Preview {
  difference: number
  promotion_lost: boolean
  new_delivery_price: boolean
  after: { items: { unit_price: number; quantity: number }[] }
}

type Order = Readonly<{ id: string }>

/** What tests of edits do: preview one, make it, settle it. @param staff who edits */
export function orderEdits(sql: Sql, staff: Visitor) {
  const versionOf = async ({ id }: Order): Promise<string> =>
    (await callAs<{ version: string }>(sql, staff, 'order_edits', { p_order: id })).version

  const preview = ({ id }: Order, lines: readonly EditedLine[], address?: Record<string, string>) =>
    callAs<Preview>(sql, staff, 'preview_order_edit', { p_order: id, p_lines: lines, p_address: address })

  async function edit(order: Order, request: EditRequest, by = staff): Promise<EditReply> {
    const { lines, address } = request
    return callAs<EditReply>(sql, by, 'edit_order', {
      p_id: request.id ?? randomUUID(),
      p_order: order.id,
      p_version: request.version ?? (await versionOf(order)),
      p_lines: lines,
      p_address: address,
      p_difference: request.difference ?? (await preview(order, lines, address)).difference,
      p_reason: request.reason ?? 'The buyer wishes it',
      p_take_payment: request.takePayment ?? false,
    })
  }

  const settleEdit = (id: string, takesPayment: boolean) =>
    callAs<EditReply>(sql, staff, 'settle_order_edit', { p_id: id, p_take_payment: takesPayment })

  const linesOf = async ({ id }: Order) =>
    (await callAs<{ now: { items: unknown[] } }>(sql, staff, 'order_edits', { p_order: id })).now.items

  /** The state of the newest edit. */
  const waiting = async ({ id }: Order) =>
    (await callAs<{ edits: EditReply[] }>(sql, staff, 'order_edits', { p_order: id })).edits[0]?.state

  return { versionOf, preview, edit, settleEdit, linesOf, waiting }
}
