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
} as const

/** How many there are, when a change was refused because there are not enough; else 0. */
export function stockLeft(error: unknown): number {
  const left = error instanceof BackendError && error.hint === 'insufficient_stock' ? Number(error.details) : 0
  return Number.isInteger(left) ? left : 0
}

/** The message for a refused change: the one about stock where stock was the reason, else the given one. */
export function cartFailure(error: unknown, otherwise: CartMessage): CartMessage {
  return error instanceof BackendError && error.hint === 'insufficient_stock'
    ? { title: cartMessages.insufficientStock(0).title, description: error.message }
    : otherwise
}
