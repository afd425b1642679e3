import { quantityLimit } from '@shop/cart'
import { useSettings } from '@shop/settings'
import { Button, chakra, Flex, QuantityInput, useToast, onDemand } from '@shop/ui'
import { useRef, useState, type FormEvent, type MouseEvent } from 'react'
import { optionFormId } from '../options/option-form'
import type { Selection } from '../options/selection'
import { WishlistButton } from '../wishlist-button/wishlist-button'
import { buyFormId } from './buy-form-id'
import type { Product } from './read-product'
import { useAddToCart } from '../cart/use-add-to-cart'
import { useInView } from './use-in-view'

// Without it the button is where it was.
const BuyBar = onDemand(
  async () => (await import(/* webpackChunkName: "rare-buy-bar" */ './buy-bar')).BuyBar,
  null,
)

interface AddToCartProps {
  product: Product
  selection: Selection
  /** Called instead of adding while an option has no choice. */
  onMissing: () => void
}

/** Quantity, "Add to cart" and the wishlist's heart. The database checks the stock. */
export function AddToCart({ product, selection, onMissing }: AddToCartProps) {
  const { id, name } = product
  const { stock, variant, missing } = selection
  const { adding, add } = useAddToCart()
  const toast = useToast()
  const [chosen, setChosen] = useState(1)
  const button = useRef<HTMLButtonElement>(null)
  const isOutOfSight = useInView(button) === false
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
    // Until scripts are there the form is posted to the cart.
    <chakra.form
      id={buyFormId}
      method="post"
      action="/cart"
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
      <Flex flex="1 1 190px" gap=".75rem">
        <Button
          ref={button}
          type="submit"
          variant="primary"
          flex="1"
          disabled={out}
          busy={adding}
          busyLabel="Adding..."
          {...(missing >= 0 && { form: optionFormId, onClick: askForChoice })}
        >
          Add to cart
        </Button>
        <WishlistButton product={product} framed />
      </Flex>
      {!out && isOutOfSight && (
        <BuyBar selection={selection} busy={adding} onMissing={missing >= 0 ? askForChoice : undefined} />
      )}
    </chakra.form>
  )
}
