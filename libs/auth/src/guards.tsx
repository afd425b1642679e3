import { Navigate, Outlet, useLocation } from '@shop/router'
import { ErrorState, FullPageSpinner } from '@shop/ui'
import type { ReactNode } from 'react'
import { useAuth } from './auth-provider'

function CheckFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  return (
    <ErrorState
      title="We could not check your sign-in"
      text="The shop did not answer. Please try again."
      onRetry={() => {
        void onRetry()
      }}
    />
  )
}

/**
 * Shows its children, or the matched child route, to signed-in visitors only; others go to /auth, with the page
 * they came from in `location.state.from`.
 *
 * @param when false lets everybody through, for pages whose guard is a setting
 */
export function RequireSignIn({
  when = true,
  children = <Outlet />,
}: {
  when?: boolean
  children?: ReactNode
}) {
  const { status, error, retry } = useAuth()
  const { pathname, search } = useLocation()
  if (!when || status === 'signed-in') return children
  if (status === 'loading') return <FullPageSpinner label="Checking authentication..." />
  if (error) return <CheckFailed onRetry={retry} />
  return <Navigate to="/auth" replace state={{ from: pathname + search }} />
}
