import { checkoutId } from '@shop/cart'
import { arrivalText, toPence, type Pence, type Totals } from '@shop/pricing'
import { maybeRow, queryOptions, type Database, type Json } from '@shop/supabase'
import * as v from 'valibot'
import type { LineItem } from '../order/order-lines'
import type { CardPayment } from '../order/paid-rows'

type Row = Database['public']['Tables']['checkout_sessions']['Row']

const itemsSchema = v.array(
  v.object({
    product_id: v.nullish(v.string(), ''),
    product_name: v.string(),
    variant_id: v.nullish(v.string(), ''),
    variant_name: v.nullish(v.string()),
    sku: v.nullish(v.string()),
    image: v.nullish(v.string(), null),
    quantity: v.number(),
    total_price: v.union([v.number(), v.string()]),
  }),
)
const addressSchema = v.record(v.string(), v.nullish(v.string(), ''))
const metadataSchema = v.object({
  shipping_method: v.fallback(v.string(), 'Chosen'),
  order_number: v.fallback(v.nullable(v.string()), null),
  gift_card: v.optional(v.object({ recipient: v.nullish(v.string()) })),
  has_account: v.fallback(v.boolean(), false),
  arrives_from: v.optional(v.pipe(v.string(), v.isoDate())),
  arrives_to: v.optional(v.pipe(v.string(), v.isoDate())),
  by_staff: v.optional(v.string()),
})

/** A checkout session as the pages after the form show it. */
export interface CheckoutSession {
  sessionId: string
  email: string
  name: string
  firstName: string
  /** When it was paid, as an ISO date and time; null before. */
  paidAt: string | null
  items: LineItem[]
  totals: Totals
  shippingMethod: string
  /** When it arrives: "Mon 30 Nov to Wed 2 Dec". Null where nobody can say. */
  arrival: string | null
  promotionCode: string | null
  /** The part of the total paid by gift card. */
  card: CardPayment | null
  /** The amount due. */
  duePence: Pence
  orderNumber: string | null
  /** Bought as a guest whose address has an account, which the order is in. */
  hasAccount: boolean
  /** For the purchase of a gift card: its recipient. */
  giftCard: { recipient: string } | null
  /** Put together by staff: it has no cart, and its buyer can only pay. */
  byStaff: boolean
  /** Lines of the delivery address. */
  address: string[]
  /** The arguments of `start_checkout` for starting again with the same details. */
  details: { [key: string]: Json | undefined }
}

function parse(row: Row): CheckoutSession {
  const address = v.parse(addressSchema, row.shipping_address)
  const metadata = v.safeParse(metadataSchema, row.metadata)
  const { arrives_from: from, arrives_to: to, by_staff: byStaff } = metadata.success ? metadata.output : {}
  const isExchange = byStaff === 'exchange'
  return {
    sessionId: row.session_id,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`,
    firstName: row.first_name,
    paidAt: row.completed_at,
    items: v.parse(itemsSchema, row.cart_items).map((item) => ({
      id: item.product_id + item.variant_id,
      name: item.product_name,
      variantName: item.variant_name,
      sku: item.sku,
      ...(row.kind === 'goods' && { image: item.image }),
      quantity: item.quantity,
      linePence: toPence(item.total_price),
    })),
    totals: {
      subtotalPence: toPence(row.subtotal),
      ...(row.promotion_code && { discountPence: toPence(row.discount_amount) }),
      vatRate: row.vat_rate,
      vatPence: toPence(row.tax_amount),
      shippingPence: toPence(row.shipping_amount),
      totalPence: toPence(row.total),
    },
    shippingMethod: metadata.success ? metadata.output.shipping_method : 'Chosen',
    arrival: from && to ? arrivalText({ from, to }) : null,
    promotionCode: isExchange ? null : row.promotion_code || null,
    card: row.gift_card_hint
      ? { hint: row.gift_card_hint, pence: toPence(row.gift_card_amount), isExchange }
      : null,
    duePence: toPence(row.total) - (row.gift_card_hint ? toPence(row.gift_card_amount) : 0),
    orderNumber: metadata.success ? metadata.output.order_number : null,
    hasAccount: metadata.success && metadata.output.has_account,
    giftCard:
      row.kind === 'gift_card'
        ? { recipient: (metadata.success && metadata.output.gift_card?.recipient) || row.email }
        : null,
    byStaff: byStaff !== undefined,
    address: ['address_line_1', 'address_line_2', 'city', 'state', 'postal_code'].flatMap(
      (key) => address[key] || [],
    ),
    details: {
      email: row.email,
      first_name: row.first_name,
      last_name: row.last_name,
      phone: row.phone ?? undefined,
      shipping_address: row.shipping_address,
      billing_address: row.billing_address,
      shipping_method_id: row.shipping_method_id ?? undefined,
    },
  }
}

/** The session with this id in this state, or null. The id is the only credential. */
export const sessionQuery = (sessionId: string, status: 'pending' | 'completed') =>
  queryOptions({
    key: ['checkout session', sessionId, status],
    queryFn: async (db, signal): Promise<CheckoutSession | null> => {
      if (!v.is(checkoutId, sessionId)) return null
      const row = await maybeRow(
        db
          .from('checkout_sessions')
          .select('*')
          .eq('session_id', sessionId)
          .eq('status', status)
          // A change of an order is paid on a page of its own.
          .neq('kind', 'order_edit')
          .setHeader('x-checkout-session', sessionId)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return row && parse(row)
    },
  })
