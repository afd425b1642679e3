import * as v from 'valibot'
import { plainColumn, textColumn } from '../../kit/csv/csv-writer'
import { poundsColumn, type ExportKind } from '../../kit/csv/export-rows'
import { inWords } from '../../kit/in-words'

const orderSchema = v.object({
  number: v.string(),
  /** ISO date in London, as all days. */
  day: v.string(),
  time: v.string(),
  paid_day: v.nullable(v.string()),
  status: v.string(),
  payment_status: v.string(),
  payment_method: v.string(),
  provider: v.nullable(v.string()),
  payment_reference: v.nullable(v.string()),
  email: v.nullable(v.string()),
  name: v.string(),
  postcode: v.nullable(v.string()),
  country: v.nullable(v.string()),
  shipping_method: v.nullable(v.string()),
  promotion_code: v.nullable(v.string()),
  currency: v.string(),
  items: v.number(),
  subtotal: v.number(),
  discount: v.number(),
  net: v.number(),
  vat_rate: v.number(),
  tax: v.number(),
  delivery: v.number(),
  total: v.number(),
  gift_card: v.number(),
  card: v.number(),
  refunded: v.number(),
  refunded_tax: v.number(),
  refunded_delivery: v.number(),
  refunded_to_gift_card: v.number(),
  refunds: v.array(v.object({ day: v.string(), amount: v.number() })),
})
type OrderRow = v.InferOutput<typeof orderSchema>

const lineSchema = v.object({
  number: v.string(),
  day: v.string(),
  status: v.string(),
  payment_status: v.string(),
  line: v.number(),
  name: v.nullable(v.string()),
  variant: v.nullable(v.string()),
  sku: v.nullable(v.string()),
  quantity: v.number(),
  unit_price: v.number(),
  subtotal: v.number(),
  discount: v.number(),
  net: v.number(),
  vat_rate: v.number(),
  tax: v.number(),
  gross: v.number(),
  refunded_quantity: v.number(),
  refunded: v.number(),
  currency: v.string(),
})
type LineRow = v.InferOutput<typeof lineSchema>

/** 0.175 as 17.5. */
const percent = (rate: number): number => Math.round(rate * 10_000) / 100

/** A row for each order, with what an accountant needs: VAT, means of payment, and what went back on which days. */
export const orderFile: ExportKind<OrderRow> = {
  kind: 'orders',
  schema: orderSchema,
  columns: [
    textColumn('Order number', ({ number }) => number, true),
    plainColumn('Order date', ({ day }) => day),
    plainColumn('Order time', ({ time }) => time),
    plainColumn('Payment date', ({ paid_day }) => paid_day),
    textColumn('Order status', ({ status }) => inWords(status)),
    textColumn('Payment status', ({ payment_status }) => inWords(payment_status)),
    textColumn('Payment method', ({ payment_method }) => payment_method),
    textColumn('Payment provider', ({ provider }) => provider && inWords(provider)),
    textColumn('Payment reference', ({ payment_reference }) => payment_reference, true),
    textColumn('Customer email', ({ email }) => email),
    textColumn('Customer name', ({ name }) => name),
    textColumn('Delivery postcode', ({ postcode }) => postcode),
    textColumn('Delivery country', ({ country }) => country),
    textColumn('Delivery method', ({ shipping_method }) => shipping_method),
    plainColumn('Items', ({ items }) => items),
    textColumn('Currency', ({ currency }) => currency),
    poundsColumn('Goods before discount, without VAT', ({ subtotal }) => subtotal),
    poundsColumn('Discount, without VAT', ({ discount }) => discount),
    textColumn('Promotion code', ({ promotion_code }) => promotion_code, true),
    poundsColumn('Goods, without VAT', ({ net }) => net),
    plainColumn('VAT rate (percent)', ({ vat_rate }) => percent(vat_rate)),
    poundsColumn('VAT', ({ tax }) => tax),
    poundsColumn('Delivery', ({ delivery }) => delivery),
    poundsColumn('Total', ({ total }) => total),
    poundsColumn('Paid by gift card', ({ gift_card }) => gift_card),
    poundsColumn('Paid by card', ({ card }) => card),
    poundsColumn('Refunded', ({ refunded }) => refunded),
    poundsColumn('VAT in refunds', ({ refunded_tax }) => refunded_tax),
    poundsColumn('Delivery in refunds', ({ refunded_delivery }) => refunded_delivery),
    poundsColumn('Refunded to gift card', ({ refunded_to_gift_card }) => refunded_to_gift_card),
    plainColumn('Refunds by date (pounds)', ({ refunds }) =>
      refunds.map(({ day, amount }) => `${day}: ${amount.toFixed(2)}`).join('; '),
    ),
  ],
}

/** A row for each line of an order, whose amounts add up to the order's. */
export const lineFile: ExportKind<LineRow> = {
  kind: 'order_lines',
  schema: lineSchema,
  columns: [
    textColumn('Order number', ({ number }) => number, true),
    plainColumn('Order date', ({ day }) => day),
    textColumn('Order status', ({ status }) => inWords(status)),
    textColumn('Payment status', ({ payment_status }) => inWords(payment_status)),
    plainColumn('Line', ({ line }) => line),
    textColumn('Product', ({ name }) => name),
    textColumn('Variant', ({ variant }) => variant),
    textColumn('SKU', ({ sku }) => sku, true),
    plainColumn('Quantity', ({ quantity }) => quantity),
    textColumn('Currency', ({ currency }) => currency),
    poundsColumn('Unit price, without VAT', ({ unit_price }) => unit_price),
    poundsColumn('Before discount, without VAT', ({ subtotal }) => subtotal),
    poundsColumn('Discount, without VAT', ({ discount }) => discount),
    poundsColumn('Net', ({ net }) => net),
    plainColumn('VAT rate (percent)', ({ vat_rate }) => percent(vat_rate)),
    poundsColumn('VAT', ({ tax }) => tax),
    poundsColumn('Gross', ({ gross }) => gross),
    plainColumn('Quantity refunded', ({ refunded_quantity }) => refunded_quantity),
    poundsColumn('Refunded, with VAT', ({ refunded }) => refunded),
  ],
}
