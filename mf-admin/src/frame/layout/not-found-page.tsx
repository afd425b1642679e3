import { PageHead } from '@shop/settings'
import { EmptyState, LinkButton } from '@shop/ui'

/** The 404 page of the back office, within its frame. */
export function Component() {
  return (
    <>
      <PageHead title="Page not found" description="Restricted access only" noindex />
      <EmptyState
        level={1}
        title="Oops! Page not found"
        text="The link may be wrong, or the screen may have moved."
        action={<LinkButton to="/admin/dashboard">Go to the dashboard</LinkButton>}
      />
    </>
  )
}
