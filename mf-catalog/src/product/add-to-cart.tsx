import { quantityLimit } from '@shop/cart'
import { useSettings } from '@shop/settings'
import { Button, chakra, QuantityInput, useToast } from '@shop/ui'
import { useState, type FormEvent, type MouseEvent } from 'react'
import { optionFormId } from '../options/option-form'
import type { Selection } from '../options/selection'
import type { Product } from './read-product'
import { useAddToCart } from '../cart/use-add-to-cart'

interface AddToCartProps {
  product: Product
  selection: Selection
  /** Called instead of adding while an option has no choice. */
  onMissing: () => void
}

/** Quantity and "Add to cart". The database checks the stock. */
export function AddToCart({ product: { id, name }, selection, onMissing }: AddToCartProps) {
  const { stock, variant, missing } = selection
  const { adding, add } = useAddToCart()
  const toast = useToast()
  const [chosen, setChosen] = useState(1)
  const out = stock <= 0
  const { max, tooMany } = quantityLimit(stock, useSettings().cart.maxQuantity)
  const quantity = Math.min(chosen, max) // stock may have dropped since it was chosen

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(id, quantity, variant?.id)
  }
  // Without scripts the button submits the form of the options, whose fields are required.
  const askForChoice = (event: MouseEvent) => {
    event.preventDefault()
    onMissing()
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
      {variant && <input type="hidden" name="variant" value={variant.id} />}
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
        {...(missing >= 0 && { form: optionFormId, onClick: askForChoice })}
      >
        Add to cart
      </Button>
    </chakra.form>
  )
}
