import { cleanCode } from '@shop/settings'
import { toPence, type Pence } from '@shop/pricing'
import { envelopeLines, parseItems, type OrderItem } from '@shop/pricing/order-contents'
import { queryOptions, rows } from '@shop/supabase'
import type { ParcelLine } from './order-shipments'

/** An order as packing slips and invoices show it. */
export interface PrintedOrder {
  id: string
  number: string
  createdAt: Date
  /** When it was paid, which is its tax point; null before. */
  paidAt: Date | null
  currency: string
  items: OrderItem[]
  subtotalPence: Pence
  /** Null without a promotion code. */
  discount: { code: string; pence: Pence } | null
  vatRate: number
  vatPence: Pence
  deliveryPence: Pence
  totalPence: Pence
  /** The part of the total paid by gift card. */
  card: { hint: string; pence: Pence } | null
  deliveryMethod: string | null
  /** Lines of an envelope. */
  shippingAddress: string[]
  billingAddress: string[]
  /** Oldest first; those whose contents are recorded. */
  parcels: { id: string; lines: ParcelLine[] }[]
}

/** Orders that are printed in one run at most. */
export const maxPrinted = 50

const columns =
  'id, order_number, created_at, paid_at, currency, items, subtotal, discount_amount, promotion_code, vat_rate, tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, shipping_method, shipping_address, billing_address, shipments(id, shipment_lines(line, quantity))'

/** Orders by their numbers, oldest first; unknown numbers are left out. Staff only. */
export const printedOrdersQuery = (numbers: readonly string[]) =>
  queryOptions({
    key: ['printed-orders', ...numbers],
    queryFn: async (db, signal): Promise<PrintedOrder[]> => {
      const found = await rows(
        db
          .from('orders')
          .select(columns)
          .in('order_number', numbers.slice(0, maxPrinted))
          .order('created_at')
          .order('id')
          .order('created_at', { referencedTable: 'shipments' })
          .order('id', { referencedTable: 'shipments' })
          .abortSignal(signal),
      )
      return found.map((order) => ({
        id: order.id,
        number: order.order_number,
        createdAt: new Date(order.created_at),
        paidAt: order.paid_at === null ? null : new Date(order.paid_at),
        currency: order.currency,
        items: parseItems(order.items),
        subtotalPence: toPence(order.subtotal),
        discount: order.promotion_code
          ? { code: order.promotion_code, pence: toPence(order.discount_amount) }
          : null,
        vatRate: order.vat_rate,
        vatPence: toPence(order.tax_amount),
        deliveryPence: toPence(order.shipping_amount),
        totalPence: toPence(order.total),
        card: order.gift_card_hint
          ? { hint: order.gift_card_hint, pence: toPence(order.gift_card_amount) }
          : null,
        deliveryMethod: order.shipping_method,
        shippingAddress: envelopeLines(order.shipping_address),
        billingAddress: envelopeLines(order.billing_address),
        parcels: order.shipments
          .map(({ id, shipment_lines: lines }) => ({ id, lines: lines.toSorted((a, b) => a.line - b.line) }))
          .filter(({ lines }) => lines.length > 0),
      }))
    },
  })

/** What one packing slip is for. */
export interface Slip {
  /** "Parcel 1 of 2", or what is left to pack; null for an order in one parcel. */
  title: string | null
  items: { name: string; sku: string | null; quantity: number }[]
}

/**
 * The packing slips of an order: one for each parcel, and one for what is still to be packed.
 * @param remaining the pieces of it that are in no parcel yet
 * @param shipment prints the slip of this parcel alone
 */
export function slipsOf(
  order: PrintedOrder,
  remaining: readonly ParcelLine[],
  shipment: string | null,
): Slip[] {
  const { items, parcels } = order
  if (parcels.length === 0) return [{ title: null, items }]
  const itemsOf = (lines: readonly ParcelLine[]) =>
    lines.flatMap(({ line, quantity }) => {
      const item = items[line]
      return item ? [{ name: item.name, sku: item.sku, quantity }] : []
    })
  const isWhole = parcels.length === 1 && remaining.length === 0
  const slips = parcels.map(({ id, lines }, place) => ({
    id,
    title: isWhole ? null : `Parcel ${String(place + 1)}`,
    items: itemsOf(lines),
  }))
  if (shipment !== null) return slips.filter(({ id }) => id === shipment)
  return remaining.length > 0 ? [...slips, { title: 'To be sent', items: itemsOf(remaining) }] : slips
}

const numberShape = /^AM\d{8}-\d{4,}$/

/** The numbers of orders in an address, by commas; others are left out. */
export const parseOrderNumbers = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(',')
        .map((part) => cleanCode(part).toUpperCase())
        .filter((part) => numberShape.test(part)),
    ),
  ].slice(0, maxPrinted)
