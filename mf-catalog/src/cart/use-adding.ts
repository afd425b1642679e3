import { cartFailure, cartMessages, useCartActions } from '@shop/cart'
import { useToast } from '@shop/ui'
import { startTransition, useRef, useState } from 'react'

/** Puts pieces into the cart and says how it went. */
export interface Adding {
  /** True from a press until the database has answered. */
  adding: boolean
  /** Does nothing while the last press is under way. Never rejects: a refusal is told. */
  add(productId: string, quantity: number): Promise<void>
}

export function useAdding(): Adding {
  const cart = useCartActions()
  const toast = useToast()
  const [adding, setAdding] = useState(false)
  const underWay = useRef(false)
  const mark = (now: boolean) => {
    underWay.current = now
    // The cart's count is what answers a press: it is drawn first.
    startTransition(() => {
      setAdding(now)
    })
  }
  const add = async (productId: string, quantity: number) => {
    if (underWay.current) return
    mark(true)
    try {
      await cart.add(productId, quantity)
      toast({ ...cartMessages.added, status: 'success' })
    } catch (error) {
      console.error(error)
      toast({ ...cartFailure(error, cartMessages.addFailed), status: 'error' })
    } finally {
      mark(false)
    }
  }
  return { adding, add }
}
