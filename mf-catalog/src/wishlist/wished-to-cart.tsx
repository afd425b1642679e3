import { Button } from '@shop/ui'
import { useAdding } from '../cart/use-adding'
import type { CardProduct } from '../product-card/card-product'

/** One piece from the wishlist into the cart; it stays on the list. */
export function WishedToCart({ product: { id, name, stock } }: { product: CardProduct }) {
  const { adding, add } = useAdding()
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
