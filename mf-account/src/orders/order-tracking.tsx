import { useAppQuery } from '@shop/supabase'
import { ErrorState, Loading, Skeleton } from '@shop/ui'
import { followMs, shipmentQuery } from '../tracking/read-shipment'
import { EmbeddedTracking } from '../tracking/tracking-facts'
import type { Order } from './order'

// Sent orders usually have a parcel, so its full height is reserved against layout shift.
const sent = ['shipped', 'delivered', 'completed']

/** The tracking of an order, read when the details are opened. */
export function OrderTracking({ order }: { order: Order }) {
  const {
    data: tracking,
    error,
    isFetching,
    refetch,
  } = useAppQuery(shipmentQuery(order), { everyMs: followMs })
  if (tracking !== undefined) return <EmbeddedTracking tracking={tracking} />
  if (error) {
    return (
      <ErrorState
        level={3}
        title="Failed to fetch tracking information. Please try again later."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Loading label="Loading tracking information">
      <Skeleton height={sent.includes(order.status) ? '16rem' : '1.6rem'} width="100%" />
    </Loading>
  )
}
