import { Navigate, useLocation } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { Box, DensityProvider, FullPageSpinner, Heading, Text, TextLink, Wordmark } from '@shop/ui'
import { useStaffSession } from '../staff/staff-provider'
import { LoginForm } from './login-form'
import { returnPathIn } from './return-path'

const endings = {
  access: 'Your access to the back office has ended. A super admin can tell you more.',
  session: 'Your session has ended. Please sign in again.',
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
    <DensityProvider density="desk">
      <PageHead title="Admin Portal" description="Restricted access only" noindex />
      <Box
        as="main"
        minHeight="100dvh"
        display="grid"
        placeItems="center"
        padding="1.25rem"
        textStyle="deskBody"
      >
        <Box
          width="100%"
          maxWidth="400px"
          display="grid"
          gap="1.5rem"
          padding="clamp(1.25rem, 5vw, 2.25rem)"
          background="surface"
          border="1px solid {colors.line}"
          borderRadius="overlay"
        >
          <Box display="grid" gap="1.1rem">
            <Wordmark size="s" />
            <Box>
              <Heading level={1}>Admin Portal</Heading>
              <Text color="muted">Restricted access only</Text>
            </Box>
          </Box>
          {session.status === 'signed-out' && session.ended && (
            <Box role="status" padding=".75rem 1rem" background="sunken" borderRadius="panel">
              {endings[session.ended]}
            </Box>
          )}
          <LoginForm />
          <TextLink to="/" block justifySelf="start">
            Back to Store
          </TextLink>
        </Box>
      </Box>
    </DensityProvider>
  )
}
