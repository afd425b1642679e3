import { useDataContext } from '@shop/supabase'
import { Button, Dialog, ErrorState, Grid, Loading, Skeleton, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { formatDate } from '../../kit/dates'
import { useProviderToast } from '../staff/use-provider-toast'
import type { Auth } from '../staff/staff-store'
import { EnrolStep } from './enrol-step'
import { ownFactor, removeFactor } from './factors'
import { useLoaded } from './use-loaded'

/** Two-factor sign-in of the member's own account: set up, or turned off. */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const { backend } = useDataContext()
  const { data, error, again } = useLoaded(async () => {
    const auth = await backend.auth()
    return { auth, factor: await ownFactor(auth) }
  })
  return (
    <Dialog open onClose={onClose} title="Two-factor sign-in">
      {error !== undefined ? (
        <ErrorState
          title="Your two-factor sign-in could not be loaded"
          text="The shop did not answer. Please try again."
          onRetry={again}
        />
      ) : data ? (
        <Factor {...data} onClose={onClose} />
      ) : (
        <Loading label="Loading two-factor sign-in">
          <Skeleton height="8rem" />
        </Loading>
      )}
    </Dialog>
  )
}

interface FactorProps {
  auth: Auth
  factor: { id: string; since: Date } | null
  onClose: () => void
}

function Factor({ auth, factor, onClose }: FactorProps) {
  const toast = useToast()
  const reject = useProviderToast('Not turned off')
  const [isRemoving, setRemoving] = useState(false)
  if (!factor)
    return (
      <EnrolStep
        auth={auth}
        reason="With it, your password alone opens nothing: signing in also asks for the code of an app on your phone."
        onDone={() => {
          toast({
            title: 'Turned on',
            description: 'Your other sessions have ended. From now on signing in asks for a code.',
            status: 'success',
          })
          onClose()
        }}
        onCancel={onClose}
      />
    )
  const remove = async () => {
    setRemoving(true)
    try {
      await removeFactor(auth, factor.id)
      // The tokens of the session still say that it had a second factor.
      await auth.refreshSession()
      toast({ title: 'Turned off', description: 'Your password alone signs you in now.', status: 'success' })
      onClose()
    } catch (error) {
      reject(error)
      setRemoving(false)
    }
  }
  return (
    <Grid gap="1rem">
      <Text>
        On since {formatDate(factor.since)}: signing in asks for the code of your authenticator app. To use
        another app or phone, turn it off and set it up again. Where your role needs it, you set it up again
        when you sign in next.
      </Text>
      <Button
        variant="quiet"
        justifySelf="start"
        busy={isRemoving}
        busyLabel="Turning off..."
        onClick={() => void remove()}
      >
        Turn off
      </Button>
    </Grid>
  )
}
