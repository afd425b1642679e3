import { cartFailure, cartMessages, useCart } from '@shop/cart'
import { Box, Button, Flex, QuantityInput, useToast } from '@shop/ui'
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

  const add = async () => {
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
    <Flex flexWrap="wrap" gap=".75rem">
      <Box onInput={tellWhenTooMany}>
        <QuantityInput value={quantity} max={Math.max(1, stock)} onChange={setWanted} label={`Quantity of ${name}`} disabled={out} />
      </Box>
      <Button variant="primary" flex="1 1 140px" disabled={out} busy={adding} busyLabel="Adding..." onClick={() => void add()}>
        Add to cart
      </Button>
    </Flex>
  )
}
