import { Button, LinkButton } from '@shop/ui'
import { useAddToCart } from '../cart/use-add-to-cart'
import type { CardProduct } from '../product-card/card-product'

/** Adds one piece to the cart, or links to the product where there are options; the product stays on the wishlist. */
export function AddFromWishlist({ product: { id, slug, name, stock, options } }: { product: CardProduct }) {
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
      onClick={() => void add(id, 1)}
    >
      Add to cart
    </Button>
  )
}
