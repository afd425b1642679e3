import { PageHead } from '@shop/settings'
import { EmptyState, LinkButton, Wrap } from '@shop/ui'

/** The 404 page. */
export function NotFound() {
  return (
    <Wrap>
      <PageHead title="Page not found" description="There is nothing at this address." noindex />
      <EmptyState
        level={1}
        title="Oops! Page not found"
        text="The address may be mistyped, or the page may have moved."
        action={<LinkButton to="/">Return to Home</LinkButton>}
      />
    </Wrap>
  )
}
