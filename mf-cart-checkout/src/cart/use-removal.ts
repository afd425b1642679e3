import { cartFailure, cartMessages, useCartActions, type CartLine } from '@shop/cart'
import { useSettings } from '@shop/settings'
import { useToast } from '@shop/ui'
import { useState, type RefObject } from 'react'

/** Removing lines of the cart, with undo. */
export interface Removal {
  /** The line that was restored last. */
  restored: CartLine | null
  /** @param next receives the focus when the line is gone; null for the heading */
  remove(line: CartLine, next: HTMLElement | null): void
}

/** @param heading the page's heading */
export function useRemoval(heading: RefObject<HTMLElement | null>): Removal {
  const cart = useCartActions()
  const toast = useToast()
  const { maxQuantity } = useSettings().cart
  const [restored, setRestored] = useState<CartLine | null>(null)

  const restore = async (line: CartLine) => {
    setRestored(line)
    try {
      const quantity = await cart.restore(line)
      if (quantity < line.quantity)
        toast(
          quantity === maxQuantity
            ? cartMessages.tooMany(quantity)
            : cartMessages.insufficientStock(quantity),
        )
    } catch (error) {
      console.error(error)
      toast({ ...cartFailure(error, cartMessages.addFailed), status: 'error' })
    }
  }
  const remove = async (line: CartLine, next: HTMLElement | null) => {
    setRestored(null)
    const removed = cart.remove(line.id)
    const target = next ?? heading.current
    target?.focus()
    try {
      await removed
      const undo = { label: 'Undo', onClick: () => void restore(line) }
      toast({ ...cartMessages.removed, status: 'success', ...(line.available && { action: undo }) })
    } catch (error) {
      console.error(error)
      toast({ ...cartMessages.removeFailed, status: 'error' })
    }
  }
  return { restored, remove: (line, next) => void remove(line, next) }
}
