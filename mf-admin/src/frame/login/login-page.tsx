import { Navigate, useLocation } from '@shop/router'
import { useSettings } from '@shop/settings'
import { Box, FullPageSpinner } from '@shop/ui'
import { useStaffSession } from '../staff/staff-provider'
import { LoginForm } from './login-form'
import { PortalFrame } from './portal-frame'
import { returnPathIn } from './return-path'

const endings = {
  access: 'Your access to the back office has ended. A super admin can tell you more.',
  session: 'Your session has ended. Please sign in again.',
  'two-factor': 'Your role needs two-factor sign-in. Please sign in again.',
}

/** The sign-in page for staff. */
export function Component() {
  const { state: session } = useStaffSession()
  const { returnToOrigin } = useSettings().auth
  const { state } = useLocation()
  if (session.status === 'checking') return <FullPageSpinner label="Checking authentication..." />
  if (session.status === 'signed-in') {
    return <Navigate to={(returnToOrigin ? returnPathIn(state) : null) ?? '/admin/dashboard'} replace />
  }
  return (
    <PortalFrame title="Admin Portal" text="Restricted access only">
      {session.status === 'signed-out' && session.ended && (
        <Box role="status" padding=".75rem 1rem" background="sunken" borderRadius="panel">
          {endings[session.ended]}
        </Box>
      )}
      <LoginForm />
    </PortalFrame>
  )
}
