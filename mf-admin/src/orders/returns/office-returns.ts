import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { pageEntries } from '../../kit/list-page'
import { formatDate } from '../../kit/dates'
import { pence, timestamp } from '../../kit/database-values'
import { itemName } from '../refunds/order-refunds'

/** The states of a return in their order. */
export const returnStates = ['requested', 'approved', 'received', 'refunded', 'rejected'] as const
export type ReturnState = (typeof returnStates)[number]

const conditions = ['as_new', 'opened', 'damaged'] as const
export type Condition = (typeof conditions)[number]

/** How states, reasons and conditions are called. */
export const stateLabels: Record<ReturnState, string> = {
  requested: 'Requested',
  approved: 'Approved',
  received: 'Received',
  refunded: 'Refunded',
  rejected: 'Rejected',
}
export const reasonLabels = {
  changed_mind: 'Changed their mind',
  damaged: 'Arrived damaged',
  wrong_item: 'Not what was ordered',
  faulty: 'Faulty',
} as const
export const conditionLabels: Record<Condition, string> = {
  as_new: 'As new',
  opened: 'Opened',
  damaged: 'Damaged',
}

const lineSchema = v.pipe(
  v.object({
    line: v.number(),
    name: v.nullable(v.string()),
    variant_name: v.nullable(v.string()),
    quantity: v.number(),
    reason: v.picklist(['changed_mind', 'damaged', 'wrong_item', 'faulty']),
    comment: v.string(),
    sealed: v.boolean(),
    decision: v.nullable(v.picklist(['approved', 'rejected'])),
    received: v.nullable(v.number()),
    condition: v.nullable(v.picklist(conditions)),
    restock: v.nullable(v.boolean()),
  }),
  v.transform(({ name, variant_name: variant, ...rest }) => ({
    ...rest,
    name: itemName(name, variant),
  })),
)
const returnSchema = v.pipe(
  v.object({
    id: v.string(),
    state: v.picklist(returnStates),
    note: v.string(),
    order_id: v.string(),
    order_number: v.string(),
    email: v.nullable(v.string()),
    created_at: timestamp,
    delivered_at: v.nullable(timestamp),
    /** The number of the order that replaces what came back. */
    replacement: v.optional(v.nullable(v.string()), null),
    /** The payment that its exchange waits for, by the id of its page. */
    waiting: v.optional(v.nullable(v.object({ link: v.string(), due: pence, expires_at: timestamp })), null),
    lines: v.array(lineSchema),
  }),
  v.transform(({ id, state, note, email, lines, replacement, waiting, ...rest }) => ({
    waiting,
    id,
    state,
    note,
    email,
    lines,
    replacement,
    orderId: rest.order_id,
    orderNumber: rest.order_number,
    createdAt: rest.created_at,
    deliveredAt: rest.delivered_at,
  })),
)
const pageSchema = v.object(pageEntries(returnSchema))

/** A return with its lines. */
export type OfficeReturn = v.InferOutput<typeof returnSchema>
export type ReturnLine = OfficeReturn['lines'][number]

/** When the order was delivered, in words: from then on counts the time for returns. */
export const deliveryOf = ({ deliveredAt }: OfficeReturn): string =>
  deliveredAt ? `Delivered ${formatDate(deliveredAt)}` : 'No date of delivery'

/** The returns in a state; those that wait, the oldest first. @param page from 1; beyond the last it is the last */
export const officeReturnsQuery = (state: ReturnState, page: number) =>
  queryOptions({
    key: ['office-returns', state, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(db.rpc('office_returns', { p_state: state, p_page: page, p_size: 25 }).abortSignal(signal)),
      ),
  })

const orderSchema = v.object({
  returns: v.array(returnSchema),
  /** The number of the order of which this one replaces something. */
  replaces: v.optional(v.nullable(v.string()), null),
  returnable: v.array(
    v.pipe(
      v.object({
        line: v.number(),
        name: v.nullable(v.string()),
        variant_name: v.nullable(v.string()),
        quantity: v.number(),
      }),
      v.transform(({ line, quantity, name, variant_name: variant }) => ({
        line,
        quantity,
        name: itemName(name, variant),
      })),
    ),
  ),
})

/** The returns of an order, newest first, and what can still come back of it. */
export type OrderReturns = v.InferOutput<typeof orderSchema>
export type ReturnableLine = OrderReturns['returnable'][number]

export const orderReturnsQuery = (orderId: string) =>
  queryOptions({
    key: ['order-returns', orderId],
    queryFn: async (db, signal): Promise<OrderReturns> =>
      v.parse(orderSchema, await row(db.rpc('returns_of', { p_order: orderId }).abortSignal(signal))),
  })

export type ReturnReason = keyof typeof reasonLabels

/** A return that staff open. */
export interface NewReturn {
  /** Made once for each wish: the same again opens nothing more. */
  id: string
  orderId: string
  lines: { line: number; quantity: number; reason: ReturnReason; sealed: boolean }[]
  /** The customer reads it. */
  note: string
  /** Whether the goods are still to come, of which the customer is told. */
  isExpected: boolean
}

/** Opens a return. @throws BackendError with `lines_left`, `not_delivered` or `rate_limited` as hint */
export async function openReturn(
  db: Backend,
  { id, orderId, lines, note, isExpected }: NewReturn,
): Promise<void> {
  await row(
    db.rpc('open_return', {
      p_id: id,
      p_order: orderId,
      p_lines: lines.map((line) => ({ ...line })),
      p_note: note,
      p_expected: isExpected,
    }),
  )
}

/** Approves or rejects each line. @throws BackendError */
export async function decideReturn(
  db: Backend,
  { id, lines, note }: { id: string; lines: { line: number; approved: boolean }[]; note: string },
): Promise<void> {
  await row(db.rpc('decide_return', { p_id: id, p_lines: lines, p_note: note }))
}

/** What arrived of an approved line; condition and restock are null where nothing did. */
export interface Arrival {
  line: number
  received: number
  condition: Condition | null
  restock: boolean | null
}

/** Notes what has arrived. @throws BackendError */
export async function receiveReturn(
  db: Backend,
  { id, lines }: { id: string; lines: Arrival[] },
): Promise<void> {
  await row(db.rpc('receive_return', { p_id: id, p_lines: lines.map((line) => ({ ...line })) }))
}

/**
 * Refunds what has arrived. @param refundId of the refund: the same again changes nothing
 * @throws BackendError
 */
export async function refundReturn(
  db: Backend,
  {
    id,
    refundId,
    deliveryPence,
    amountPence,
  }: { id: string; refundId: string; deliveryPence: number; amountPence: number | null },
): Promise<void> {
  await row(
    db.rpc('refund_return', {
      p_id: id,
      p_refund: refundId,
      p_delivery: deliveryPence / 100,
      ...(amountPence !== null && { p_amount: amountPence / 100 }),
    }),
  )
}
