import { shop } from '@shop/settings'
import { chakra, ErrorState, Grid, Loading, Skeleton, Text } from '@shop/ui'
import { QrSvg } from '../../kit/qr-svg'
import type { Auth } from '../staff/staff-store'
import { CodeForm } from './code-form'
import { beginFactor } from './factors'
import { useLoaded } from './use-loaded'

const Secret = chakra('code', {
  base: { overflowWrap: 'anywhere', userSelect: 'all', fontVariantNumeric: 'tabular-nums' },
})
/** The side of the QR code in pixels. */
const qrSize = 200
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

interface StepProps {
  auth: Auth
  onDone: () => void
  onCancel: () => void
  /** Why it is set up; without it, because the role needs it. */
  reason?: string
}

/** Sets up an authenticator app: its QR code or secret, then the first code. */
export function EnrolStep({
  auth,
  onDone,
  onCancel,
  reason = 'Your role needs two-factor sign-in: besides the password, the code of an authenticator app.',
}: StepProps) {
  const { data: factor, error, again } = useLoaded(() => beginFactor(auth, shop.name))
  if (error !== undefined)
    return (
      <ErrorState
        title="Two-factor sign-in could not be set up"
        text="The shop did not answer. Please try again."
        onRetry={again}
      />
    )
  if (!factor)
    return (
      <Loading label="Loading two-factor sign-in">
        <Skeleton height="16rem" />
      </Loading>
    )
  return (
    <Grid gap="1rem">
      <Text>{reason}</Text>
      <Text>
        Scan this code with the app, or type the secret below into it. Then enter the code that it shows.
      </Text>
      <QrSvg text={factor.uri} label="QR code for the authenticator app" size={qrSize} />
      <Text textStyle="small">
        Secret: <Secret>{inGroups(factor.secret)}</Secret>
      </Text>
      <CodeForm auth={auth} factorId={factor.id} submitLabel="Turn on" onDone={onDone} onCancel={onCancel} />
    </Grid>
  )
}
