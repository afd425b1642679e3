import { addedToast, cartFailure, cartMessages, useCartActions } from '@shop/cart'
import { useToast } from '@shop/ui'
import { startTransition, useRef, useState } from 'react'

/** Adds products to the cart and shows the outcome as a toast. */
export interface AddToCartState {
  /** True while a request is pending. */
  adding: boolean
  /** Does nothing while a request is pending. Never rejects: errors become a toast. */
  add(productId: string, quantity: number, variantId?: string): Promise<void>
}

export function useAddToCart(): AddToCartState {
  const cart = useCartActions()
  const toast = useToast()
  const [adding, setAdding] = useState(false)
  const inFlight = useRef(false)
  const setPending = (pending: boolean) => {
    inFlight.current = pending
    // The cart's count is the first response to a press; the button's state may render after it.
    startTransition(() => {
      setAdding(pending)
    })
  }
  const add = async (productId: string, quantity: number, variantId?: string) => {
    if (inFlight.current) return
    setPending(true)
    try {
      await (variantId ? cart.add(productId, quantity, { variantId }) : cart.add(productId, quantity))
      toast(addedToast(variantId ?? productId))
    } catch (error) {
      console.error(error)
      toast({ ...cartFailure(error, cartMessages.addFailed), status: 'error', topic: 'cart' })
    } finally {
      setPending(false)
    }
  }
  return { adding, add }
}
