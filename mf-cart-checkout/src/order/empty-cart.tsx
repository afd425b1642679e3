import { EmptyState, LinkButton } from '@shop/ui'

/** Says that there is nothing in the cart. */
export const EmptyCart = () => (
  <EmptyState
    title="Your cart is empty"
    text="Nothing here yet."
    action={<LinkButton to="/products">Shop All</LinkButton>}
  />
)
