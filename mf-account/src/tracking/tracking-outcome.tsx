import { BackendError } from '@shop/supabase'
import { Badge, Box, ErrorState, Heading, Loading, Panel, Skeleton, TextLink } from '@shop/ui'
import Hourglass from 'lucide-react/icons/hourglass'
import SearchX from 'lucide-react/icons/search-x'
import type { Tracking } from './tracking'
import { TrackingFacts } from './tracking-facts'
import { waitTime } from './tracking-messages'

interface TrackingOutcomeProps {
  /** Null when there is no such order; undefined before the first lookup. */
  tracking: Tracking | null | undefined
  error: Error | null
  busy: boolean
  /** The parcel shown is an example. */
  sample: boolean
  onRetry: () => void
}

const contactLink = (
  <TextLink to="/contact" block>
    Contact us
  </TextLink>
)

/** The result of a lookup. */
export function TrackingOutcome({ tracking, error, busy, sample, onRetry }: TrackingOutcomeProps) {
  if (busy) return <TrackingLoading />
  if (error instanceof BackendError && error.hint === 'rate_limited') {
    return (
      <ErrorState
        icon={Hourglass}
        title="Too many attempts"
        text={`To keep orders private, attempts are limited. Please wait ${waitTime(error.details)}, check the order number and the email or postcode, and try again.`}
        action={contactLink}
      />
    )
  }
  if (error) {
    return (
      <ErrorState
        title="Failed to fetch tracking information. Please try again later."
        text="Your order is safe."
        onRetry={onRetry}
      />
    )
  }
  if (tracking === undefined) return null
  if (tracking === null) {
    return (
      <ErrorState
        icon={SearchX}
        title="Order not found. Please check your order number and try again."
        text={
          sample
            ? undefined
            : 'The number is in your confirmation email. Use the email or postcode you ordered with.'
        }
        action={contactLink}
      />
    )
  }
  return (
    <Panel>
      <Box
        display="flex"
        flexWrap="wrap"
        alignItems="baseline"
        justifyContent="space-between"
        gap=".5rem 1rem"
      >
        <Heading level={2} look="h3" overflowWrap="anywhere">
          Order {tracking.orderNumber}
        </Heading>
        {sample && (
          <Badge status="outline" plain>
            Sample, not a real parcel
          </Badge>
        )}
      </Box>
      <TrackingFacts tracking={tracking} />
    </Panel>
  )
}

function TrackingLoading() {
  return (
    <Loading label="Looking for your order">
      <Panel aria-hidden>
        <Skeleton height="1.75rem" width="14rem" maxWidth="100%" />
        <Skeleton height="1.5rem" width="6rem" />
        <Skeleton height="2px" width="100%" />
        <Box
          display="grid"
          gap=".75rem 1.5rem"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        >
          {['number', 'carrier', 'day', 'method'].map((fact) => (
            <Skeleton key={fact} height="3rem" width="11rem" maxWidth="100%" />
          ))}
        </Box>
        <Skeleton height="8rem" width="100%" />
      </Panel>
    </Loading>
  )
}
