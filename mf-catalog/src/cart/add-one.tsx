import { Button, chakra, LinkButton } from '@shop/ui'
import type { FormEvent } from 'react'
import type { CardProduct } from '../product-card/card-product'
import { useAddToCart } from './use-add-to-cart'

// Above the card's link.
const Form = chakra('form', { base: { display: 'grid', position: 'relative', zIndex: 1 } })

/** Adds one piece to the cart, or links to the product where there are options. Until scripts are there its form is posted to the cart. */
export function AddOne({ product: { id, slug, name, stock, options } }: { product: CardProduct }) {
  const { adding, add } = useAddToCart()
  if (options.length > 0) {
    return (
      <LinkButton
        to={`/products/${slug}`}
        variant="quiet"
        position="relative"
        zIndex={1}
        aria-label={`Choose options: ${name}`}
      >
        Choose options
      </LinkButton>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(id, 1)
  }
  return (
    <Form method="post" action="/cart" onSubmit={submit}>
      <input type="hidden" name="product" value={id} />
      <input type="hidden" name="quantity" value="1" />
      <Button
        type="submit"
        variant="quiet"
        aria-label={`Add to cart: ${name}`}
        disabled={stock <= 0}
        busy={adding}
        busyLabel="Adding..."
      >
        Add to cart
      </Button>
    </Form>
  )
}
