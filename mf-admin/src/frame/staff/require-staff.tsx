import { Navigate, Outlet, useLocation } from '@shop/router'
import { ErrorState, FullPageSpinner } from '@shop/ui'
import type { ReactNode } from 'react'
import { useStaffSession } from './staff-provider'

/**
 * Shows its children, or the matched child route, to staff only; others go to /admin/login, with the page they came
 * from in `location.state.from`.
 */
export function RequireStaff({ children = <Outlet /> }: { children?: ReactNode }) {
  const { state, check } = useStaffSession()
  const { pathname, search } = useLocation()
  switch (state.status) {
    case 'signed-in':
      return children
    case 'checking':
      return <FullPageSpinner label="Checking authentication..." />
    case 'failed':
      return (
        <ErrorState
          title="We could not check your sign-in"
          text="The shop did not answer. Please try again."
          onRetry={() => void check()}
        />
      )
    case 'signed-out':
      return <Navigate to="/admin/login" replace state={{ from: pathname + search }} />
  }
}
