import { useAuth } from '@shop/auth'
import { Navigate, useLocation, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { Box, FullPageSpinner, Heading, TextLink, Wrap } from '@shop/ui'
import { useState } from 'react'
import { originIn } from './origin'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'
import { Tabs } from './tabs'

/** Sign In and Sign Up. Signed-in visitors are redirected. */
export function Component() {
  const { status, adminStatus } = useAuth()
  const { returnToOrigin } = useSettings().auth
  const { state } = useLocation()
  const [search, setSearch] = useSearchParams()
  // Staff who sign in here go to the admin; staff who are already signed in are redirected like everyone else.
  const [arrivedSignedOut, setArrivedSignedOut] = useState(false)
  const origin = returnToOrigin ? originIn(state) : null

  if (status === 'signed-out' && !arrivedSignedOut) setArrivedSignedOut(true)
  if (status === 'loading') return <FullPageSpinner label="Checking authentication..." />
  if (status === 'signed-in' && adminStatus !== 'loading') {
    return (
      <Navigate
        to={arrivedSignedOut && adminStatus === 'admin' ? '/admin/dashboard' : (origin ?? '/')}
        replace
      />
    )
  }
  const chooseTab = (tab: string) => {
    setSearch(tab === 'sign-up' ? { tab } : {}, { replace: true, state, preventScrollReset: true })
  }
  const tab = search.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  return (
    <Wrap paddingBlock="clamp(2.5rem, 7vw, 6rem)">
      <PageHead
        title={tab === 'sign-up' ? 'Sign Up' : 'Sign In'}
        description="Sign in or create an account."
        hidden
      />
      <Box maxWidth="420px" marginInline="auto" display="grid" gap="1.5rem">
        <Heading level={1}>Welcome</Heading>
        <Tabs
          label="Sign in or sign up"
          value={tab}
          onChange={chooseTab}
          items={[
            { value: 'sign-in', label: 'Sign In', content: <SignInForm /> },
            { value: 'sign-up', label: 'Sign Up', content: <SignUpForm /> },
          ]}
        />
        <TextLink to="/" block justifySelf="start" textStyle="small">
          Back to home
        </TextLink>
      </Box>
    </Wrap>
  )
}
