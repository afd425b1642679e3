import { linePence, toPence, unitPence, type Pence } from '@shop/pricing'

/** One line of the cart as the database keeps it. */
export interface StoredLine {
  id: string
  productId: string
  /** Null for a product without options. */
  variantId: string | null
  slug: string
  name: string
  shortDescription: string
  /** Address of the first picture, null when the product has none. */
  image: string | null
  storedPence: Pence
  quantity: number
  /** When it was put in, as the database writes times: the cart's order. */
  since: string
  /** The most that can be in the cart; 0 when the product is gone. */
  stock: number
  /** False when the product was withdrawn: the line can only be removed and costs nothing. */
  available: boolean
}

/** One line of the cart with its prices as the cart shows them. */
export interface CartLine extends StoredLine {
  unitPence: Pence
  linePence: Pence
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const count = (value: unknown) => (typeof value === 'number' ? value : 0)

/** A line from a row of `cart_items` with its embedded product, which is null once nobody may see it any more. */
export function toStoredLine(row: unknown): StoredLine {
  const item = fields(row)
  const product = fields(item.product)
  const available = item.product !== null && product.is_active !== false
  const [image]: unknown[] = Array.isArray(product.images) ? product.images : []
  return {
    id: text(item.id),
    productId: text(item.product_id),
    variantId: text(item.variant_id) || null,
    slug: text(product.slug),
    name: text(product.name) || 'No longer available',
    shortDescription: text(product.short_description),
    image: text(image) || null,
    storedPence: available ? toPence(count(product.price)) : 0,
    quantity: count(item.quantity),
    since: text(item.created_at),
    stock: available ? count(product.inventory_quantity) : 0,
    available,
  }
}

/** The line with its prices on the surface 'cart'. @param factor the setting `pricing.factor` */
export function priced(line: StoredLine, factor: number): CartLine {
  return {
    ...line,
    unitPence: unitPence(line.storedPence, 'cart', factor),
    linePence: linePence(line.storedPence, line.quantity, 'cart', factor),
  }
}
