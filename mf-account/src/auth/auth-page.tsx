import { useAuth } from '@shop/auth'
import { Navigate, useActionData, useLocation, useNavigation, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { Box, FullPageSpinner, Heading, OnlyWithScripts, Text, TextLink, useHydrated, Wrap } from '@shop/ui'
import { AlmostThere } from './almost-there'
import { originIn } from './origin'
import { useRef, type InputEvent } from 'react'
import type { SentResponse } from './sent-response'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'
import { Tabs } from './tabs'

type Typed = Record<'sign-in' | 'sign-up', Record<string, string>>

/** Notes what is typed, field by field, so that the other tab and back loses nothing. Kept by this page alone. */
const keepTyped =
  (stored: Record<string, string>) =>
  ({ target }: InputEvent<HTMLElement>) => {
    if (target instanceof HTMLInputElement && target.name) stored[target.name] = target.value
  }

/** Sign In and Sign Up. Signed-in visitors are redirected. */
export function Component() {
  const { status } = useAuth()
  const isHydrated = useHydrated()
  const response = useActionData<SentResponse>()
  const { returnToOrigin } = useSettings().auth
  const { pathname, state } = useLocation()
  const { location: next } = useNavigation()
  const [search, setSearch] = useSearchParams()
  // A tab shows before its address does, so that what is typed next lands in it.
  const chosen = next?.pathname === pathname ? new URLSearchParams(next.search) : search
  const typed = useRef<Typed>({ 'sign-in': {}, 'sign-up': { ...response?.typed } })
  const origin = returnToOrigin ? originIn(state) : null

  // The server renders the page for everybody.
  if (status === 'loading' && isHydrated) return <FullPageSpinner label="Checking authentication..." />
  if (status === 'signed-in') return <Navigate to={origin ?? '/'} replace />
  const chooseTab = (tab: string) => {
    const { 'sign-in': signIn, 'sign-up': signUp } = typed.current
    const [from, to] = tab === 'sign-up' ? [signIn, signUp] : [signUp, signIn]
    if (from.email) to.email = from.email
    setSearch(tab === 'sign-up' ? { tab } : {}, {
      replace: true,
      state,
      preventScrollReset: true,
      flushSync: true,
    })
  }
  const tab = chosen.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  return (
    <Wrap paddingBlock="clamp(2.5rem, 7vw, 6rem)">
      <PageHead
        title={tab === 'sign-up' ? 'Sign Up' : 'Sign In'}
        description="Sign in or create an account."
        noindex
      />
      <Box maxWidth="420px" marginInline="auto" display="grid" gap="1.5rem">
        <Heading level={1}>Welcome</Heading>
        {isHydrated && <AlmostThere />}
        {response?.rejected && (
          <Text role="alert" color="danger">
            {response.rejected}
          </Text>
        )}
        <Box onInput={keepTyped(typed.current[tab])}>
          <Tabs
            label="Sign in or sign up"
            value={tab}
            onChange={chooseTab}
            items={[
              {
                value: 'sign-in',
                label: 'Sign In',
                content: (
                  <OnlyWithScripts instead={<WithoutSession />}>
                    <SignInForm typed={typed.current['sign-in']} />
                  </OnlyWithScripts>
                ),
              },
              {
                value: 'sign-up',
                label: 'Sign Up',
                content: <SignUpForm typed={typed.current['sign-up']} response={response} />,
              },
            ]}
          />
        </Box>
        <TextLink to="/" block justifySelf="start" textStyle="small">
          Back to home
        </TextLink>
      </Box>
    </Wrap>
  )
}

/** Nobody can be signed in without scripts: the session is in the browser's storage. */
function WithoutSession() {
  return (
    <Text>
      To sign in, please allow JavaScript for this site. Without it you can buy,{' '}
      <TextLink to="/track-order">follow a parcel</TextLink>,{' '}
      <TextLink to="/auth?tab=sign-up">create an account</TextLink> and{' '}
      <TextLink to="/auth/forgot">ask for a new password</TextLink>.
    </Text>
  )
}
