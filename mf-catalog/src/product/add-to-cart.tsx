import { quantityLimit } from '@shop/cart'
import { useSettings } from '@shop/settings'
import { Button, chakra, QuantityInput, useToast } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import type { Product } from './read-product'
import { useAdding } from '../cart/use-adding'

/** How many, and into the cart. The database has the last word on stock. */
export function AddToCart({ product: { id, name, stock } }: { product: Product }) {
  const { adding, add } = useAdding()
  const toast = useToast()
  const [wanted, setWanted] = useState(1)
  const out = stock <= 0
  const { max, tooMany } = quantityLimit(stock, useSettings().cart.maxQuantity)
  const quantity = Math.min(wanted, max) // the stock may have shrunk since it was chosen

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(id, quantity)
  }
  const tellTooMany = () => {
    toast({ ...tooMany, status: 'error' })
  }
  return (
    // Without scripts the form itself goes to the web server, which answers with the cart.
    <chakra.form
      method="post"
      action="/cart/items"
      onSubmit={submit}
      display="flex"
      flexWrap="wrap"
      gap=".75rem"
    >
      <input type="hidden" name="product" value={id} />
      <QuantityInput
        value={quantity}
        max={max}
        onChange={setWanted}
        onTooMany={tellTooMany}
        label={`Quantity of ${name}`}
        name="quantity"
        disabled={out}
      />
      <Button
        type="submit"
        variant="primary"
        flex="1 1 140px"
        disabled={out}
        busy={adding}
        busyLabel="Adding..."
      >
        Add to cart
      </Button>
    </chakra.form>
  )
}
