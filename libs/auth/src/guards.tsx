import { Navigate, Outlet, useLocation } from '@shop/router'
import { ErrorState, FullPageSpinner } from '@shop/ui'
import type { ReactNode } from 'react'
import { useAuth } from './auth-provider'

const checkingLabel = 'Checking authentication...'

function SignInElsewhere({ at }: { at: string }) {
  const { pathname, search } = useLocation()
  return <Navigate to={at} replace state={{ from: pathname + search }} />
}

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
  if (!when || status === 'signed-in') return children
  if (status === 'loading') return <FullPageSpinner label={checkingLabel} />
  return error ? <CheckFailed onRetry={retry} /> : <SignInElsewhere at="/auth" />
}

/** Shows its children, or the matched child route, to staff only; others go to /admin/login, remembering the page in the same way. */
export function RequireAdmin({ children = <Outlet /> }: { children?: ReactNode }) {
  const { status, adminStatus, error, retry } = useAuth()
  if (status === 'signed-in' && adminStatus === 'admin') return children
  if (status === 'loading' || adminStatus === 'loading') return <FullPageSpinner label={checkingLabel} />
  return error ? <CheckFailed onRetry={retry} /> : <SignInElsewhere at="/admin/login" />
}
