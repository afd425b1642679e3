import { useAuth } from '@shop/auth'
import { Navigate, useLocation, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { Box, FullPageSpinner, Heading, TextLink, Wrap } from '@shop/ui'
import { originIn } from './origin'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'
import { Tabs } from './tabs'

/** Sign In and Sign Up. Signed-in visitors are redirected. */
export function Component() {
  const { status } = useAuth()
  const { returnToOrigin } = useSettings().auth
  const { state } = useLocation()
  const [search, setSearch] = useSearchParams()
  const origin = returnToOrigin ? originIn(state) : null

  if (status === 'loading') return <FullPageSpinner label="Checking authentication..." />
  if (status === 'signed-in') return <Navigate to={origin ?? '/'} replace />
  const chooseTab = (tab: string) => {
    setSearch(tab === 'sign-up' ? { tab } : {}, { replace: true, state, preventScrollReset: true })
  }
  const tab = search.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  return (
    <Wrap paddingBlock="clamp(2.5rem, 7vw, 6rem)">
      <PageHead
        title={tab === 'sign-up' ? 'Sign Up' : 'Sign In'}
        description="Sign in or create an account."
        noindex
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
