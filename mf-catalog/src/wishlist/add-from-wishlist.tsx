import { Button } from '@shop/ui'
import { useAddToCart } from '../cart/use-add-to-cart'
import type { CardProduct } from '../product-card/card-product'

/** Adds one piece to the cart; the product stays on the wishlist. */
export function AddFromWishlist({ product: { id, name, stock } }: { product: CardProduct }) {
  const { adding, add } = useAddToCart()
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
