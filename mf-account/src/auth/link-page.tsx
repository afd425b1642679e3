import { useAuth } from '@shop/auth'
import { useLocation, useNavigate } from '@shop/router'
import { LinkButton, TextLink } from '@shop/ui'
import { useEffect, useState } from 'react'
import { storedAccountLink, readAccountLink, type AccountLink } from './account-link'
import { AuthFrame } from './auth-frame'
import { ExpiredLink } from './expired-link'
import { LinkForm } from './link-form'

type Outcome = 'waiting' | 'done' | 'half' | 'expired'

/** Where the links of the account emails lead, and where their codes are typed. It names the account and acts on a press alone. */
export function Component() {
  const { state, hash } = useLocation()
  const navigate = useNavigate()
  const [link] = useState(() => readAccountLink(hash) ?? storedAccountLink(state))
  const [outcome, setOutcome] = useState<Outcome>('waiting')
  useEffect(() => {
    // The token leaves the address bar; a reload finds it in the state of the history.
    if (hash !== '') void navigate('/auth/link', { replace: true, state: link })
  }, [hash, link, navigate])

  if (!link || outcome === 'expired') return <ExpiredLink />
  if (outcome === 'half') return <HalfDone />
  if (outcome === 'done') return <Done type={link.type} />
  const end = (next: Exclude<Outcome, 'waiting'>) => {
    // A used link is not offered again.
    void navigate('/auth/link', { replace: true, state: null })
    setOutcome(next)
  }
  return <LinkForm link={link} onEnd={end} />
}

function Done({ type }: { type: AccountLink['type'] }) {
  const { user } = useAuth()
  const isChange = type === 'email_change'
  return (
    <AuthFrame
      title={isChange ? 'Your email address has been changed' : 'Your email address is confirmed'}
      text={
        isChange
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
      text="This address is confirmed. Please also confirm the change in the email we sent to your other address."
    >
      <TextLink to="/" block justifySelf="start" textStyle="small">
        Back to home
      </TextLink>
    </AuthFrame>
  )
}
