import { ErrorState, Loading, Skeleton, Text } from '@shop/ui'
import type { Auth } from '../staff/staff-store'
import { CodeForm } from './code-form'
import { ownFactor } from './factors'
import { useLoaded } from './use-loaded'

interface StepProps {
  auth: Auth
  onDone: () => void
  onCancel: () => void
}

/** The second factor of a sign-in: the code of the account's authenticator app. */
export function CodeStep({ auth, onDone, onCancel }: StepProps) {
  const { data: factor, error, again } = useLoaded(() => ownFactor(auth))
  if (error !== undefined || factor === null)
    return (
      <ErrorState
        title="Your two-factor sign-in could not be loaded"
        text="The shop did not answer. Please try again."
        onRetry={again}
      />
    )
  if (!factor)
    return (
      <Loading label="Loading two-factor sign-in">
        <Skeleton height="8rem" />
      </Loading>
    )
  return (
    <>
      <Text>
        Your password was right. Now enter the code that your authenticator app shows for this shop.
      </Text>
      <CodeForm auth={auth} factorId={factor.id} submitLabel="Sign In" onDone={onDone} onCancel={onCancel} />
      <Text textStyle="small" color="muted">
        No app at hand, or a new phone? Another super admin can reset your two-factor sign-in.
      </Text>
    </>
  )
}
