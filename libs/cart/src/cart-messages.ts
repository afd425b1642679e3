import { BackendError } from '@shop/supabase'

/** A title and a description for a toast. */
export interface CartMessage {
  title: string
  description?: string
}

/** The cart’s toast messages, as in `docs/specification/storefront.md`, section 8. */
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
  tooMany: (max: number): CartMessage => ({
    title: 'Quantity limit',
    description: `You can order at most ${String(max)} of one product.`,
  }),
  chooseFirst: { title: 'Choose an option', description: 'Please choose an option, such as a size, first.' },
  variantGone: { title: 'No longer available', description: 'This choice is no longer available.' },
  full: { title: 'Your cart is full', description: 'A cart holds 100 different products at most.' },
  cookiesBlocked: {
    title: 'Error',
    description:
      'Nothing was added: your browser blocks cookies, and the cart needs one. Please allow cookies for this site and try again.',
  },
  wait: { title: 'Please wait', description: 'Too many attempts. Please wait a moment and try again.' },
} as const

/** The toast about an added product; it grows into the mini cart. @param about id of its variant, or of the product without variants */
export const addedToast = (about: string) => ({
  ...cartMessages.added,
  status: 'success' as const,
  // Of all toasts about adding: each replaces the one before it.
  topic: 'cart',
  link: { label: 'View cart', to: '/cart' },
  panel: { name: 'cart', about },
})

/** The maximum quantity of one line, and the message for exceeding it. */
export interface QuantityLimit {
  max: number
  tooMany: CartMessage
}

/** @param stock pieces in stock @param maxQuantity the setting `cart.maxQuantity` */
export function quantityLimit(stock: number, maxQuantity: number): QuantityLimit {
  if (stock > maxQuantity) return { max: maxQuantity, tooMany: cartMessages.tooMany(maxQuantity) }
  const max = Math.max(1, stock)
  return { max, tooMany: cartMessages.insufficientStock(max) }
}

/** The quantity still possible after a change was rejected for exceeding it; 0 for any other error. */
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
  variant_required: cartMessages.chooseFirst.title,
  variant_not_found: cartMessages.variantGone.title,
  line_not_found: cartMessages.variantGone.title,
}

/** The message for a rejected change: the database's own message where it names a limit or a variant, else the fallback. */
export function cartFailure(error: unknown, fallback: CartMessage): CartMessage {
  const title = error instanceof BackendError ? titles[error.hint ?? ''] : undefined
  return error instanceof BackendError && title !== undefined
    ? { title, description: error.message }
    : fallback
}
