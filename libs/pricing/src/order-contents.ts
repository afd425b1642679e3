import { toPence, type Pence } from './money'
import * as v from 'valibot'

/** One line of an order, as it was when it was bought. */
export interface OrderItem {
  /** With the chosen values: "Hours Silk Robe, M". */
  name: string
  productName: string
  /** The chosen values of its options, such as "Size: M"; empty without any. */
  options: string[]
  sku: string | null
  productId: string | null
  quantity: number
  unitPence: Pence
  linePence: Pence
}

const textOrEmpty = v.fallback(v.string(), '')
const optional = <T extends v.GenericSchema>(schema: T) => v.fallback(v.nullish(schema), undefined)

const itemSchema = v.pipe(
  v.object({
    name: textOrEmpty,
    product_name: textOrEmpty,
    variant_name: textOrEmpty,
    options: v.fallback(v.array(v.object({ name: v.string(), value: v.string() })), []),
    sku: optional(v.string()),
    product_id: optional(v.string()),
    quantity: v.fallback(v.number(), 1),
    unit_price: optional(v.number()),
    price: optional(v.number()),
    total_price: optional(v.number()),
  }),
  v.transform((item): OrderItem => {
    const unitPence = toPence(item.unit_price ?? item.price ?? 0)
    const productName = item.name || item.product_name || 'Item'
    const options = item.options.map(({ name, value }) => `${name}: ${value}`)
    return {
      name: [productName, item.variant_name].filter(Boolean).join(', '),
      productName,
      options: options.length > 0 ? options : [item.variant_name].filter(Boolean),
      sku: item.sku || null,
      productId: item.product_id ?? null,
      quantity: item.quantity,
      unitPence,
      linePence: item.total_price == null ? unitPence * item.quantity : toPence(item.total_price),
    }
  }),
)

const addressSchema = v.fallback(
  v.pipe(
    v.object({
      first_name: textOrEmpty,
      last_name: textOrEmpty,
      address_line_1: textOrEmpty,
      address_line_2: textOrEmpty,
      city: textOrEmpty,
      state: textOrEmpty,
      postal_code: textOrEmpty,
      country: textOrEmpty,
    }),
    v.transform((address) =>
      [
        `${address.first_name} ${address.last_name}`.trim(),
        address.address_line_1,
        address.address_line_2,
        address.city,
        address.state,
        address.postal_code,
        address.country,
      ].filter(Boolean),
    ),
  ),
  [],
)

/** The lines of the snapshot in `orders.items`; entries that are not valid lines are skipped. */
export function parseItems(stored: unknown): OrderItem[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((entry: unknown) => {
    const result = v.safeParse(itemSchema, entry)
    return result.success ? [result.output] : []
  })
}

/** An address of the order as the lines of an envelope; empty when nothing was stored. */
export function parseAddress(stored: unknown): string[] {
  return v.parse(addressSchema, stored)
}

/** Lines of a stored address as an envelope has them: the country, last, by its name. Never throws. */
export const envelopeLines = (stored: unknown): string[] =>
  parseAddress(stored).map((line, place, { length }) => {
    const isCountry = place === length - 1 && /^[A-Z]{2}$/.test(line)
    return isCountry ? (new Intl.DisplayNames('en-GB', { type: 'region' }).of(line) ?? line) : line
  })
