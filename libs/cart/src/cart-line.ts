import { linePence, toPence, unitPence, type Pence } from '@shop/pricing'
import { readVariants, type CartVariant, type ChosenOption } from './cart-variant'
import { count, fields, list, text } from './read-json'

/** One line of the cart as the database stores it. */
export interface StoredLine {
  id: string
  productId: string
  /** Null for a product without one, and for one that was withdrawn. */
  categoryId: string | null
  /** Null for a product without options. */
  variantId: string | null
  slug: string
  name: string
  shortDescription: string
  /** Address of the first picture, null when the product has none. */
  image: string | null
  storedPence: Pence
  quantity: number
  /** When it was added, as a database timestamp; the cart is sorted by it. */
  since: string
  /** Pieces in stock; 0 when the product is not available. */
  stock: number
  /** False when product or variant were withdrawn or an option is not chosen: the line cannot be bought and costs nothing. */
  available: boolean
  /** Name of the first option, in lower case, when the product got options after it was added; else null. */
  missingOption: string | null
  /** The chosen value of each option; empty for a product without options and for a withdrawn variant. */
  options: ChosenOption[]
  /** "M" or "M / Plum"; null without options. */
  variantName: string | null
  /** The variant's; null without options. */
  sku: string | null
  /** The active variants of the product. */
  variants: CartVariant[]
}

/** One line of the cart with its prices as the cart shows them. */
export interface CartLine extends StoredLine {
  unitPence: Pence
  linePence: Pence
}

/** A line from a row of `cart_items` with its embedded product, which is null once the product is hidden. */
export function toStoredLine(row: unknown): StoredLine {
  const item = fields(row)
  const product = fields(item.product)
  const isActive = item.product !== null && product.is_active !== false
  const [image] = list(product.images)
  const { optionNames, variants } = readVariants(product)
  const line = {
    id: text(item.id),
    productId: text(item.product_id),
    categoryId: text(product.category_id) || null,
    variantId: text(item.variant_id) || null,
    slug: isActive ? text(product.slug) : '',
    name: text(product.name) || 'No longer available',
    shortDescription: text(product.short_description),
    image: text(image) || null,
    quantity: count(item.quantity),
    since: text(item.created_at),
    storedPence: 0,
    stock: 0,
    available: false,
    missingOption: null,
    options: [],
    variantName: null,
    sku: null,
    variants: isActive ? variants : [],
  }
  if (!isActive) return line
  if (line.variantId) return withVariant(line, line.variantId)
  if (optionNames[0]) return { ...line, missingOption: optionNames[0].toLowerCase() }
  return {
    ...line,
    storedPence: toPence(count(product.price)),
    stock: count(product.inventory_quantity),
    available: true,
  }
}

/** The line with another variant of its product: its price, stock and picture. A variant that is not active is not available. */
export function withVariant(line: StoredLine, variantId: string): StoredLine {
  const variant = line.variants.find(({ id }) => id === variantId)
  return {
    ...line,
    variantId,
    image: variant?.image ?? line.image,
    storedPence: variant?.storedPence ?? 0,
    stock: variant?.stock ?? 0,
    available: variant !== undefined,
    missingOption: null,
    options: variant?.options ?? [],
    variantName: variant?.name ?? null,
    sku: variant?.sku ?? null,
  }
}

/** A unit that the cart counts: a product without options, or one variant of a product. */
export type Unit = Pick<StoredLine, 'productId' | 'variantId'>

/** Whether both are the same product in the same variant; the cart has one line for each. */
export const isSameUnit = (one: Unit, other: Unit): boolean =>
  one.productId === other.productId && one.variantId === other.variantId

/** "Hours Silk Robe, M"; a product without options has its name alone. */
export const lineName = ({ name, variantName }: Pick<StoredLine, 'name' | 'variantName'>): string =>
  variantName ? `${name}, ${variantName}` : name

/** The line with its prices on the surface 'cart'. @param factor the setting `pricing.factor` */
export function priced(line: StoredLine, factor: number): CartLine {
  return {
    ...line,
    unitPence: unitPence(line.storedPence, 'cart', factor),
    linePence: linePence(line.storedPence, line.quantity, 'cart', factor),
  }
}
