import { useActionData, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { BackendError, useAppMutation, useAppQuery, useQueryClient } from '@shop/supabase'
import { Box, PageHeader, useAnnounce, Wrap } from '@shop/ui'
import { statusLabel } from '../status/status-label'
import { findSample } from './sample-tracking'
import { followMs } from './read-shipment'
import type { TrackingResponse } from './track-order-action'
import { trackingQuery, trackOrder } from './track-order'
import { TrackingForm } from './tracking-form'
import { TrackingOutcome } from './tracking-outcome'

/** Tracking of an order; emails link here as `/track-order?order=AM…`. */
export function Component() {
  const sample = useSettings().tracking.mode === 'demo'
  const [search] = useSearchParams()
  const response = useActionData<TrackingResponse>()
  const failed = response?.error ? new BackendError(response.error.status, response.error) : null
  const announce = useAnnounce()
  const queries = useQueryClient()
  const lookup = useAppMutation({
    mutationFn: sample ? findSample : trackOrder,
    onSuccess: (tracking, wanted) => {
      queries.setQueryData(trackingQuery(wanted).key, tracking)
      if (tracking) announce(`Order ${tracking.orderNumber}: ${statusLabel(tracking.status)}`)
    },
    onError: (error) => console.error(error),
  })
  // The lookup is repeated while the page is visible, so that it follows the parcel.
  const followed = useAppQuery(lookup.data && !sample ? trackingQuery(lookup.variables) : null, {
    everyMs: followMs,
    staleMs: followMs,
  })
  return (
    <Wrap paddingBottom="clamp(3rem, 7vw, 6rem)">
      <PageHead
        title="Track Your Order"
        description="See where your parcel is, with your order number and the email or postcode you ordered with."
        keywords={['track order', 'parcel', 'UK delivery']}
      />
      <PageHeader
        title="Track Your Order"
        text={
          sample
            ? 'See where your parcel is.'
            : 'Enter your order number. If you’re signed in, that’s all we need.'
        }
      />
      <Box maxWidth="46rem" display="grid" gap="clamp(1.75rem, 3vw, 3rem)">
        <TrackingForm
          initial={response?.typed ?? { number: search.get('order') ?? '' }}
          initialErrors={response?.problems}
          showContact={!sample}
          busy={lookup.isPending}
          onTrack={lookup.mutate}
          onInvalid={lookup.reset}
        />
        <TrackingOutcome
          tracking={lookup.isIdle ? response?.tracking : ((lookup.data && followed.data) ?? lookup.data)}
          error={lookup.isIdle ? failed : lookup.error}
          busy={lookup.isPending}
          sample={sample}
          onRetry={() => {
            const wanted = lookup.variables ?? response?.typed
            if (wanted) lookup.mutate(wanted)
          }}
        />
      </Box>
    </Wrap>
  )
}
