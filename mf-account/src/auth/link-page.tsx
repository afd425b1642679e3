import { useAuth } from '@shop/auth'
import { Navigate } from '@shop/router'
import { FullPageSpinner, LinkButton, Stack, Text, TextLink } from '@shop/ui'
import { useEffect, useRef, useState } from 'react'
import { readAccountLink, type AccountLink } from './account-link'
import { AuthFrame } from './auth-frame'
import { SendAgain } from './send-again'

/** Where the links of the account's letters lead: signs in and says what has happened, or why the link is not good any more. */
export function Component() {
  const { enter } = useAuth()
  const [link] = useState(() => readAccountLink(location.hash))
  const [outcome, setOutcome] = useState<'checking' | 'good' | 'spent'>(
    link.state === 'session' ? 'checking' : 'spent',
  )
  const isUsed = useRef(false)
  useEffect(() => {
    // Once: a link is good for one session.
    if (isUsed.current) return
    isUsed.current = true
    // What opens the account stays in no history.
    history.replaceState(history.state, '', location.pathname)
    if (link.state !== 'session') return
    enter(link.tokens).then(
      () => {
        setOutcome('good')
      },
      () => {
        setOutcome('spent')
      },
    )
  }, [enter, link])

  if (outcome === 'checking') return <FullPageSpinner label="Checking your link..." />
  if (link.state === 'half') return <HalfDone />
  return outcome === 'good' ? <Good link={link} /> : <Spent />
}

function Good({ link }: { link: AccountLink }) {
  const { user } = useAuth()
  const kind = link.state === 'session' ? link.kind : 'signup'
  if (kind === 'recovery') return <Navigate to="/auth/new-password" replace state={{ byLink: true }} />
  return (
    <AuthFrame
      title={
        kind === 'email_change' ? 'Your email address has been changed' : 'Your email address is confirmed'
      }
      text={
        kind === 'email_change'
          ? `From now on you sign in with ${user?.email ?? 'the new address'}, and we’ll email you there.`
          : `You are signed in${user ? ` as ${user.email}` : ''}.`
      }
    >
      <LinkButton to="/account" justifySelf="start">
        Open your account
      </LinkButton>
      <TextLink to="/" block justifySelf="start" textStyle="small">
        Back to home
      </TextLink>
    </AuthFrame>
  )
}

function HalfDone() {
  return (
    <AuthFrame
      title="One more email to open"
      text="This address is confirmed. Please also open the link we sent to your other address to complete the change."
    >
      <TextLink to="/" block justifySelf="start" textStyle="small">
        Back to home
      </TextLink>
    </AuthFrame>
  )
}

function Spent() {
  const { status, user } = useAuth()
  return (
    <AuthFrame
      title="This link has expired"
      text="Links in our emails work once, within an hour. This one has been used or has expired."
    >
      {status === 'signed-in' ? (
        <Stack gap="1rem">
          <Text>You are signed in as {user?.email}, so there’s nothing left to do.</Text>
          <LinkButton to="/account" justifySelf="start">
            Open your account
          </LinkButton>
        </Stack>
      ) : (
        <Stack gap="1.25rem">
          <Text>
            If you’ve used it before, your address is already confirmed: just{' '}
            <TextLink to="/auth">sign in</TextLink>. Otherwise we can send you a new one.
          </Text>
          <SendAgain />
        </Stack>
      )}
    </AuthFrame>
  )
}
