import { withoutLinks } from '@shop/settings'
import * as v from 'valibot'
import { currency, day, money, moment, optionalText, orderNumber, token } from './fields'

// Items carry name and price under two keys each; either will do.
const item = v.pipe(
  v.object({
    name: optionalText,
    product_name: optionalText,
    variant_name: optionalText,
    sku: optionalText,
    quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
    unit_price: v.nullish(money),
    price: v.nullish(money),
    total_price: v.nullish(money),
    gift_card: v.optional(v.boolean(), false),
  }),
  v.check(({ name, product_name }) => name !== '' || product_name !== ''),
  v.check(({ unit_price, price }) => (unit_price ?? price ?? null) !== null),
  v.transform(
    ({ name, product_name, variant_name, sku, quantity, unit_price, price, total_price, gift_card }) => {
      const unit = unit_price ?? price ?? 0
      return {
        name: [name || product_name, variant_name].filter(Boolean).join(', '),
        sku,
        quantity,
        unit,
        giftCard: gift_card,
        total: total_price ?? unit * quantity,
      }
    },
  ),
)

/** A postal address as an order has it. */
export const addressSchema = v.object({
  first_name: optionalText,
  last_name: optionalText,
  address_line_1: optionalText,
  address_line_2: optionalText,
  city: optionalText,
  state: optionalText,
  postal_code: optionalText,
})

/** Goods, sums and address, of an order or of what is to become one. */
export const orderEntries = {
  currency,
  items: v.pipe(v.array(item), v.minLength(1)),
  subtotal: money,
  promotion_code: optionalText,
  discount_amount: v.optional(money, 0),
  vat_rate: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))]),
    v.minValue(0),
    v.maxValue(1),
  ),
  tax_amount: money,
  shipping_amount: money,
  total: money,
  gift_card_amount: v.optional(money, 0),
  gift_card_hint: optionalText,
  shipping_method: optionalText,
  shipping_address: addressSchema,
}

/** The data of a confirmation. */
export const orderSchema = v.object({
  /** Set for the order of an account. */
  user_id: optionalText,
  /** Opens the receipt; emails from before receipts have none. */
  token: v.nullish(token),
  order_number: orderNumber,
  created_at: moment,
  tax_point: moment,
  ...orderEntries,
  /** The first and last day on which the parcel may arrive. */
  arrives_from: v.nullish(day),
  arrives_to: v.nullish(day),
  /** Bought as a guest whose address has an account, which the order is now in. */
  in_account: v.optional(v.boolean(), false),
  /** Opens an account for a guest; not in emails from before the offer was part of them. */
  account_token: v.nullish(token),
  /** When a newer token replaced the first. */
  issued_at: v.optional(moment),
})

/** An order as its email reads it: money in pence. */
export type Order = v.InferOutput<typeof orderSchema>

/** Goods, sums and address: money in pence. */
export type OrderedGoods = v.InferOutput<v.ObjectSchema<typeof orderEntries, undefined>>

/** The address as entered, without links: it may have been entered with someone else's address. */
export function addressLines(to: Order['shipping_address']): string[] {
  const name = `${to.first_name} ${to.last_name}`.trim()
  return [name, to.address_line_1, to.address_line_2, to.city, to.state, to.postal_code]
    .map(withoutLinks)
    .filter((line) => line !== '')
}
