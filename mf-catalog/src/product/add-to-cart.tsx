import { quantityLimit } from '@shop/cart'
import { useSettings } from '@shop/settings'
import { Button, chakra, QuantityInput, useToast } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import type { Product } from './read-product'
import { useAddToCart } from '../cart/use-add-to-cart'

/** Quantity and "Add to cart". The database checks the stock. */
export function AddToCart({ product: { id, name, stock } }: { product: Product }) {
  const { adding, add } = useAddToCart()
  const toast = useToast()
  const [chosen, setChosen] = useState(1)
  const out = stock <= 0
  const { max, tooMany } = quantityLimit(stock, useSettings().cart.maxQuantity)
  const quantity = Math.min(chosen, max) // stock may have dropped since it was chosen

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(id, quantity)
  }
  const showTooMany = () => {
    toast({ ...tooMany, status: 'error' })
  }
  return (
    // Without scripts the web server handles the form and redirects to the cart.
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
        onChange={setChosen}
        onTooMany={showTooMany}
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
