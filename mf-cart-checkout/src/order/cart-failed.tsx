import type { Cart } from '@shop/cart'
import { ErrorState } from '@shop/ui'

/** Stands where the cart could not be read. It is given the cart: one that it asked for itself would read it again. */
export function CartFailed({ cart: { refetch } }: { cart: Cart }) {
  return (
    <ErrorState
      title="Your cart could not be loaded"
      text="It is safe. Please try again."
      onRetry={() => void refetch()}
    />
  )
}
