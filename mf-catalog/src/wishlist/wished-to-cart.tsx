import { cartFailure, cartMessages, useCart } from '@shop/cart'
import { Button, useToast } from '@shop/ui'
import { useState } from 'react'
import type { CardProduct } from '../product-card/card-product'

/** One piece from the wishlist into the cart; it stays on the list. */
export function WishedToCart({ product: { id, name, stock } }: { product: CardProduct }) {
  const cart = useCart()
  const toast = useToast()
  const [adding, setAdding] = useState(false)
  const add = async () => {
    setAdding(true)
    try {
      await cart.add(id, 1)
      toast({ ...cartMessages.added, status: 'success' })
    } catch (error) {
      console.error(error)
      toast({ ...cartFailure(error, cartMessages.addFailed), status: 'error' })
    } finally {
      setAdding(false)
    }
  }
  return (
    // Above the card's link.
    <Button
      variant="quiet"
      position="relative"
      zIndex={1}
      aria-label={`Add to cart: ${name}`}
      disabled={stock <= 0}
      busy={adding}
      busyLabel="Adding..."
      onClick={() => void add()}
    >
      Add to cart
    </Button>
  )
}
