import { cartFailure, cartMessages, useCart } from '@shop/cart'
import { Box, Button, chakra, QuantityInput, useToast } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import type { Product } from './read-product'

/** How many, and into the cart. The database has the last word on stock. */
export function AddToCart({ product: { id, name, stock } }: { product: Product }) {
  const cart = useCart()
  const toast = useToast()
  const [wanted, setWanted] = useState(1)
  const [adding, setAdding] = useState(false)
  const out = stock <= 0
  const quantity = Math.max(1, Math.min(wanted, stock)) // the stock may have shrunk since it was chosen

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (adding) return
    setAdding(true)
    try {
      await cart.add(id, quantity)
      toast({ ...cartMessages.added, status: 'success' })
    } catch (error) {
      console.error(error)
      toast({ ...cartFailure(error, cartMessages.addFailed), status: 'error' })
    } finally {
      setAdding(false)
    }
  }
  const tellWhenTooMany = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && Number(target.value) > stock) {
      toast({ ...cartMessages.insufficientStock(stock), status: 'error' })
    }
  }
  return (
    // Without scripts the form itself goes to the web server, which answers with the cart.
    <chakra.form method="post" action="/cart/items" onSubmit={(event) => void add(event)} display="flex" flexWrap="wrap" gap=".75rem">
      <input type="hidden" name="product" value={id} />
      <Box onInput={tellWhenTooMany}>
        <QuantityInput value={quantity} max={Math.max(1, stock)} onChange={setWanted} label={`Quantity of ${name}`} name="quantity" disabled={out} />
      </Box>
      <Button type="submit" variant="primary" flex="1 1 140px" disabled={out} busy={adding} busyLabel="Adding...">
        Add to cart
      </Button>
    </chakra.form>
  )
}
