import type { Pence } from '@shop/pricing'
import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { pence, timestamp } from '../../kit/database-values'

const textOrEmpty = v.pipe(v.nullish(v.string(), ''))

const itemSchema = v.pipe(
  v.object({
    product_id: v.nullish(v.string(), null),
    variant_id: v.nullish(v.string(), null),
    name: v.string(),
    variant_name: textOrEmpty,
    sku: textOrEmpty,
    quantity: v.number(),
    unit_price: pence,
    total_price: pence,
  }),
  v.transform((item) => ({
    productId: item.product_id,
    variantId: item.variant_id,
    name: [item.name, item.variant_name].filter(Boolean).join(', '),
    sku: item.sku,
    quantity: item.quantity,
    unitPence: item.unit_price,
    linePence: item.total_price,
  })),
)

const addressSchema = v.object({
  first_name: textOrEmpty,
  last_name: textOrEmpty,
  address_line_1: textOrEmpty,
  address_line_2: textOrEmpty,
  city: textOrEmpty,
  state: textOrEmpty,
  postal_code: textOrEmpty,
  phone: textOrEmpty,
})

/** The fields of a delivery address, by the names that the database has for them. */
export type Address = v.InferOutput<typeof addressSchema>

const partSchema = v.pipe(
  v.object({
    items: v.array(itemSchema),
    shipping_address: addressSchema,
    subtotal: pence,
    discount_amount: pence,
    promotion_code: v.nullable(v.string()),
    tax_amount: pence,
    shipping_amount: pence,
    total: pence,
  }),
  v.transform((part) => ({
    items: part.items,
    address: part.shipping_address,
    subtotalPence: part.subtotal,
    discountPence: part.discount_amount,
    code: part.promotion_code,
    vatPence: part.tax_amount,
    deliveryPence: part.shipping_amount,
    totalPence: part.total,
  })),
)

/** What an edit may change of an order, and its figures in pence. */
export type EditedPart = v.InferOutput<typeof partSchema>

const editSchema = v.pipe(
  v.object({
    id: v.string(),
    state: v.picklist(['waiting', 'applied', 'withdrawn', 'expired']),
    before: partSchema,
    after: partSchema,
    difference: pence,
    reason: v.string(),
    actor: v.nullable(v.string()),
    created_at: timestamp,
    expires_at: v.nullable(timestamp),
    link: v.nullable(v.string()),
  }),
  v.transform(({ difference, created_at: createdAt, expires_at: expiresAt, ...rest }) => ({
    ...rest,
    differencePence: difference,
    createdAt,
    expiresAt,
  })),
)

/** An edit of an order. `link` is the id of its payment's page while it waits. */
export type OrderEdit = v.InferOutput<typeof editSchema>

const schema = v.pipe(
  v.object({
    order_number: v.string(),
    currency: v.string(),
    version: v.string(),
    gift_card_hint: v.nullable(v.string()),
    now: partSchema,
    rejected: v.nullable(v.string()),
    takes_difference: v.boolean(),
    takes_payment: v.boolean(),
    edits: v.array(editSchema),
  }),
  v.transform((order) => ({
    orderNumber: order.order_number,
    currency: order.currency,
    version: order.version,
    giftCardHint: order.gift_card_hint,
    now: order.now,
    rejected: order.rejected,
    /** Whether the shop takes payments at all. */
    takesDifference: order.takes_difference,
    /** Whether staff can take one, which is simulated then. */
    takesPayment: order.takes_payment,
    edits: order.edits,
  })),
)

/** An order as it is edited, why it cannot be, and its edits, newest first. */
export type EditableOrder = v.InferOutput<typeof schema>

/** Staff with the right 'orders' only. */
export const orderEditsQuery = (orderId: string) =>
  queryOptions({
    key: ['order-edits', orderId],
    queryFn: async (db, signal) =>
      v.parse(schema, await row(db.rpc('order_edits', { p_order: orderId }).abortSignal(signal))),
  })

/** A line that stays, by its place, or a new one. */
type EditedLine =
  | { line: number; quantity: number }
  | { product_id: string; variant_id?: string; quantity: number }

/** What an order is to be. */
export interface EditRequest {
  lines: EditedLine[]
  /** Null where it stays. */
  address: Address | null
}

const requestArguments = ({ lines, address }: EditRequest) => ({
  p_lines: lines,
  ...(address && { p_address: { ...address } }),
})

const previewSchema = v.pipe(
  v.object({
    after: partSchema,
    difference: pence,
    card_back: pence,
    gift_card_back: pence,
    promotion_lost: v.boolean(),
    new_delivery_price: v.boolean(),
  }),
  v.transform((preview) => ({
    after: preview.after,
    /** More than 0 is paid, less is refunded. */
    differencePence: preview.difference,
    cardBackPence: preview.card_back,
    giftCardBackPence: preview.gift_card_back,
    losesPromotion: preview.promotion_lost,
    hasNewDeliveryPrice: preview.new_delivery_price,
  })),
)

/** What an edit comes to. */
export type EditPreview = v.InferOutput<typeof previewSchema>

/** What an edit would make of an order. Its errors say what is wrong with the request. */
export const editPreviewQuery = (orderId: string, version: string, request: EditRequest) =>
  queryOptions({
    key: ['order-edit-preview', orderId, version, request],
    queryFn: async (db, signal) =>
      v.parse(
        previewSchema,
        await row(
          db
            .rpc('preview_order_edit', { p_order: orderId, ...requestArguments(request) })
            .abortSignal(signal),
        ),
      ),
  })

const replySchema = v.object({ state: v.picklist(['waiting', 'applied', 'withdrawn', 'expired']) })

interface NewEdit {
  /** Made by the caller: the same again changes nothing. */
  id: string
  orderId: string
  version: string
  request: EditRequest
  /** As the preview said. */
  differencePence: Pence
  reason: string
  /** Takes the difference as a simulated payment; otherwise the buyer gets a link. */
  takesPayment: boolean
}

/** Edits an order. @returns the state of the edit @throws BackendError */
export async function editOrder(db: Backend, edit: NewEdit) {
  const reply = await row(
    db.rpc('edit_order', {
      p_id: edit.id,
      p_order: edit.orderId,
      p_version: edit.version,
      p_difference: edit.differencePence / 100,
      p_reason: edit.reason,
      p_take_payment: edit.takesPayment,
      ...requestArguments(edit.request),
    }),
  )
  return v.parse(replySchema, reply).state
}

/** Withdraws an edit that waits, or takes its payment as simulated. @throws BackendError */
export async function settleEdit(
  db: Backend,
  { id, takesPayment }: { id: string; takesPayment: boolean },
): Promise<void> {
  await row(db.rpc('settle_order_edit', { p_id: id, p_take_payment: takesPayment }))
}
