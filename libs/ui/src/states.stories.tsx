import { LinkButton } from './link-button'
import { EmptyState, ErrorState } from './states'

export default {}

export const Empty = () => (
  <EmptyState
    title="Your cart is empty"
    text="What you add is kept here."
    action={<LinkButton to="/">Continue shopping</LinkButton>}
  />
)
const retry = () => undefined
export const Failed = () => (
  <ErrorState title="The products could not be loaded" text="Please try again." onRetry={retry} />
)
export const Retrying = () => <ErrorState title="The products could not be loaded" onRetry={retry} retrying />
