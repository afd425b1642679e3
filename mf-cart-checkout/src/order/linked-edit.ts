import { checkoutId } from '@shop/cart'
import { envelopeLines } from '@shop/pricing/order-contents'
import { toPence, type Pence, type Totals } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import type { LineItem } from './order-lines'

const pounds = v.pipe(
  v.number(),
  v.transform((amount): Pence => toPence(amount)),
)

const itemSchema = v.object({
  name: v.string(),
  variant_name: v.nullish(v.string(), null),
  sku: v.nullish(v.string()),
  image: v.nullish(v.string(), null),
  quantity: v.number(),
  total_price: pounds,
})

const partSchema = v.object({
  items: v.array(itemSchema),
  shipping_address: v.unknown(),
  subtotal: pounds,
  discount_amount: pounds,
  promotion_code: v.nullable(v.string()),
  tax_amount: pounds,
  shipping_amount: pounds,
  total: pounds,
})
type Part = v.InferOutput<typeof partSchema>

const schema = v.variant('state', [
  v.object({
    state: v.literal('waiting'),
    order_number: v.string(),
    before: partSchema,
    after: partSchema,
    difference: pounds,
    vat_rate: v.number(),
    expires_at: v.string(),
  }),
  v.object({ state: v.picklist(['applied', 'withdrawn', 'expired']), order_number: v.string() }),
])

/** An edit of an order that waits for its payment, as its buyer sees it. */
export interface WaitingEdit {
  state: 'waiting'
  orderNumber: string
  /** The lines of the order as it will be. */
  items: LineItem[]
  totals: Totals
  promotionCode: string | null
  /** What changes, a phrase each. */
  changes: string[]
  /** The new delivery address; null where it stays. */
  address: string[] | null
  paidPence: Pence
  duePence: Pence
  /** As an ISO date and time. */
  expiresAt: string
}

/** An edit of an order by its link; of one that no longer waits its state alone. */
export type LinkedEdit = WaitingEdit | { state: 'applied' | 'withdrawn' | 'expired'; orderNumber: string }

const nameOf = ({ name, variant_name: variant }: Part['items'][number]) =>
  variant ? `${name}, ${variant}` : name

function changesOf(before: Part, after: Part): string[] {
  const pieces = ({ items }: Part, name: string) =>
    items.reduce((sum, item) => sum + (nameOf(item) === name ? item.quantity : 0), 0)
  return [...new Set([...before.items, ...after.items].map(nameOf))].flatMap((name) => {
    const [was, is] = [pieces(before, name), pieces(after, name)]
    if (was === is) return []
    if (is === 0) return [`${name} is taken out`]
    return [
      was === 0 ? `${String(is)} × ${name} is added` : `${String(is)} × ${name} instead of ${String(was)}`,
    ]
  })
}

function parse(reply: unknown): LinkedEdit | null {
  const edit = v.parse(v.nullable(schema), reply)
  if (!edit) return null
  if (edit.state !== 'waiting') return { state: edit.state, orderNumber: edit.order_number }
  const { before, after } = edit
  const address = envelopeLines(after.shipping_address)
  return {
    state: 'waiting',
    orderNumber: edit.order_number,
    items: after.items.map((item, place) => ({
      id: String(place),
      name: item.name,
      variantName: item.variant_name,
      sku: item.sku,
      image: item.image,
      quantity: item.quantity,
      linePence: item.total_price,
    })),
    totals: {
      subtotalPence: after.subtotal,
      ...(after.promotion_code !== null && { discountPence: after.discount_amount }),
      vatRate: edit.vat_rate,
      vatPence: after.tax_amount,
      shippingPence: after.shipping_amount,
      totalPence: after.total,
    },
    promotionCode: after.promotion_code,
    changes: [
      ...changesOf(before, after),
      ...(before.promotion_code !== null && after.promotion_code === null
        ? [`The code ${before.promotion_code} no longer applies`]
        : []),
      ...(before.shipping_amount === after.shipping_amount ? [] : ['Delivery is charged anew']),
    ],
    address: address.join('\n') === envelopeLines(before.shipping_address).join('\n') ? null : address,
    paidPence: before.total,
    duePence: edit.difference,
    expiresAt: edit.expires_at,
  }
}

/** The edit that a link opens; null for every other id. The id is the only credential. */
export const linkedEditQuery = (sessionId: string) =>
  queryOptions({
    key: ['order edit', sessionId],
    queryFn: async (db, signal): Promise<LinkedEdit | null> =>
      v.is(checkoutId, sessionId)
        ? parse(await row(db.rpc('linked_order_edit', { p_session_id: sessionId }).abortSignal(signal)))
        : null,
  })
