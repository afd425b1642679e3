import { BackendError } from '@shop/supabase'

/** A title and a description for a toast. */
export interface CartMessage {
  title: string
  description?: string
}

/** What the shopper is told about the cart, word for word as specified (section 8). */
export const cartMessages = {
  added: { title: 'Added to cart', description: 'Item has been added to your cart.' },
  addFailed: { title: 'Error', description: 'Failed to add item to cart.' },
  updateFailed: { title: 'Error', description: 'Failed to update quantity.' },
  removed: { title: 'Removed from cart' },
  removeFailed: { title: 'Error', description: 'Failed to remove item from cart.' },
  insufficientStock: (available: number): CartMessage => ({
    title: 'Insufficient Stock',
    description: `Only ${available} items available.`,
  }),
  tooMany: (most: number): CartMessage => ({
    title: 'Quantity limit',
    description: `You can order at most ${String(most)} of one product.`,
  }),
  full: { title: 'Your cart is full', description: 'A cart holds 100 different products at most.' },
  wait: { title: 'Please wait', description: 'Too many attempts. Please wait a moment and try again.' },
} as const

/** The most of a product that the cart may hold, and what the shopper is told who wants more. */
export interface QuantityLimit {
  most: number
  tooMany: CartMessage
}

/** @param stock pieces there are @param maxQuantity the setting `cart.maxQuantity` */
export function quantityLimit(stock: number, maxQuantity: number): QuantityLimit {
  if (stock > maxQuantity) return { most: maxQuantity, tooMany: cartMessages.tooMany(maxQuantity) }
  const most = Math.max(1, stock)
  return { most, tooMany: cartMessages.insufficientStock(most) }
}

/** How many there can be, when a change was refused because it asked for more; else 0. */
export function stockLeft(error: unknown): number {
  const hint = error instanceof BackendError ? error.hint : null
  const left =
    error instanceof BackendError && (hint === 'insufficient_stock' || hint === 'quantity_limit')
      ? Number(error.details)
      : 0
  return Number.isInteger(left) ? left : 0
}

const titles: Readonly<Record<string, string>> = {
  insufficient_stock: cartMessages.insufficientStock(0).title,
  quantity_limit: cartMessages.tooMany(0).title,
  cart_full: cartMessages.full.title,
  rate_limited: cartMessages.wait.title,
}

/** The message for a refused change: the database's own words where it names a limit, else the given one. */
export function cartFailure(error: unknown, otherwise: CartMessage): CartMessage {
  const title = error instanceof BackendError ? titles[error.hint ?? ''] : undefined
  return error instanceof BackendError && title !== undefined
    ? { title, description: error.message }
    : otherwise
}
