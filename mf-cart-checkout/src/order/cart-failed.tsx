import type { Cart } from '@shop/cart'
import { ErrorState } from '@shop/ui'
import { useState } from 'react'

/** Stands where the cart could not be read. It is given the cart: one that it asked for itself would read it again. */
export function CartFailed({ cart: { refetch } }: { cart: Cart }) {
  const [retrying, setRetrying] = useState(false)
  const retry = () => {
    setRetrying(true)
    void refetch().finally(() => { setRetrying(false) })
  }
  return <ErrorState title="Your cart could not be loaded" text="It is safe. Please try again." retrying={retrying} onRetry={retry} />
}
