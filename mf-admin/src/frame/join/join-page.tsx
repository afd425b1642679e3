import { Navigate, useLocation, useNavigate } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { Button, EmptyState, ErrorState, FullPageSpinner, Text, useToast } from '@shop/ui'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { PortalFrame } from '../login/portal-frame'
import { useTwoFactor } from '../two-factor/use-two-factor'
import { roleLabels, roleNotes } from '../staff/role-words'
import { useStaffSession } from '../staff/staff-provider'
import type { Proof } from '../staff/staff-store'
import { acceptInvitation, invitationQuery, type Invitation, type Rejection } from './invitation'
import { NewAccount, OwnAccount } from './join-forms'

const stateSchema = v.object({ invitation: v.string() })

/** The token of the link. It leaves the address bar at once; a reload finds it in the state of the history. */
function useToken(): string {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const written = new URLSearchParams(search).get('token')
  useEffect(() => {
    if (written !== null) void navigate('/admin/join', { replace: true, state: { invitation: written } })
  }, [written, navigate])
  const stored = v.safeParse(stateSchema, state)
  return written ?? (stored.success ? stored.output.invitation : '')
}

const rejections: Readonly<Record<Rejection, [title: string, text: string]>> = {
  used: ['This invitation was used', 'Whoever it was for has joined. If that was you, sign in.'],
  withdrawn: [
    'This invitation was withdrawn',
    'Whoever sent it took it back, or can no longer invite people. Ask a super admin for a new one.',
  ],
  expired: [
    'This invitation has expired',
    'It was valid for 7 days. Ask whoever invited you to send it again.',
  ],
  unknown: [
    'We can’t find this invitation',
    'Use the link in the most recent email, or ask whoever invited you to send it again.',
  ],
  other_address: [
    'This invitation is for another address',
    'It works only with the email address that it was sent to.',
  ],
}

/** The target of the link in an invitation: `/admin/join?token=…`. */
export function Component() {
  const token = useToken()
  const { state: session, signOut } = useStaffSession()
  const [isJoining, setJoining] = useState(false)
  const invitation = useAppQuery(token ? invitationQuery(token) : null)
  const { data, error } = invitation
  if (session.status === 'signed-in') {
    if (isJoining) return <Navigate to="/admin/dashboard" replace />
    const { firstName, lastName } = session.staff.member
    return (
      <PortalFrame
        title="You are signed in"
        text={`As ${`${firstName} ${lastName}`.trim()}, in this browser.`}
      >
        <Text>To accept someone else’s invitation, sign out first.</Text>
        <Button full onClick={() => void signOut()}>
          Sign Out
        </Button>
      </PortalFrame>
    )
  }
  if (session.status === 'checking' || (token && !data && !error))
    return <FullPageSpinner label="Checking your invitation..." />
  if (error && !data) {
    return (
      <PortalFrame title="Join the back office" text="Restricted access only">
        <ErrorState
          title="Your invitation could not be checked"
          text="It is still valid. Please try again."
          retrying={invitation.isFetching}
          onRetry={() => void invitation.refetch()}
        />
      </PortalFrame>
    )
  }
  if (data?.state !== 'valid') return <Rejected rejection={data?.state ?? 'unknown'} />
  return <Join token={token} invitation={data} onJoin={() => setJoining(true)} />
}

function Rejected({ rejection }: { rejection: Rejection }) {
  const [title, text] = rejections[rejection]
  return (
    <PortalFrame title="Join the back office" text="Restricted access only">
      <EmptyState title={title} text={text} />
    </PortalFrame>
  )
}

interface JoinProps {
  token: string
  invitation: Invitation
  /** Called before the session begins. */
  onJoin: () => void
}

function Join({ token, invitation, onJoin }: JoinProps) {
  const { join } = useStaffSession()
  const toast = useToast()
  const { ask, screen } = useTwoFactor()
  const [hasAccount, setHasAccount] = useState(false)
  const [rejection, setRejection] = useState<Rejection | null>(null)
  const { email, first_name: firstName, role } = invitation
  const prove = async (proof: Proof) => {
    const response: { rejection: Rejection | null } = { rejection: null }
    onJoin()
    const isStaff = await join(
      proof,
      async (backend) => {
        response.rejection = await acceptInvitation(backend, token)
      },
      ask,
    )
    if (response.rejection) setRejection(response.rejection)
    else if (isStaff)
      toast({ title: 'Welcome!', description: 'You have joined the back office.', status: 'success' })
  }
  if (rejection) return <Rejected rejection={rejection} />
  if (screen)
    return (
      <PortalFrame title="Join the back office" text={email}>
        {screen}
      </PortalFrame>
    )
  return (
    <PortalFrame title="Join the back office" text={email}>
      <Text>
        Welcome, {firstName}. You are invited as {roleLabels[role].toLowerCase()}: {roleNotes[role]}
      </Text>
      {hasAccount ? (
        <OwnAccount invitation={invitation} onProve={prove} />
      ) : (
        <NewAccount invitation={invitation} onProve={prove} />
      )}
      <Button variant="text" onClick={() => setHasAccount(!hasAccount)}>
        {hasAccount ? 'I have no account yet' : 'I have an account with this address'}
      </Button>
    </PortalFrame>
  )
}
