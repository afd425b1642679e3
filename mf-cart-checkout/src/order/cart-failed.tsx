import type { Cart } from '@shop/cart'
import { ErrorState } from '@shop/ui'

/** The error state of an unreadable cart. Takes the cart as a prop: calling useCart here would refetch it. */
export function CartFailed({ cart: { refetch } }: { cart: Cart }) {
  return (
    <ErrorState
      title="Your cart could not be loaded"
      text="It is safe. Please try again."
      onRetry={() => void refetch()}
    />
  )
}
