import { PageHead } from '@shop/settings'
import { EmptyState, LinkButton } from '@shop/ui'
import type { ReactNode } from 'react'
import type { Right } from './rights'
import { useStaff } from './use-staff'

/** Shows its children to members whose role includes the right, and to others that it does not. */
export function RequireRight({ right, children }: { right: Right; children: ReactNode }) {
  const { may } = useStaff()
  if (may(right)) return children
  return (
    <>
      <PageHead title="Not in your role" description="Restricted access only" noindex />
      <EmptyState
        level={1}
        title="Your role does not include this"
        text="Somebody whose role includes it can do it for you. A super admin can change your role."
        action={<LinkButton to="/admin/dashboard">Go to the dashboard</LinkButton>}
      />
    </>
  )
}
