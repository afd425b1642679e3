import { useNavigate, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  EmptyState,
  ErrorState,
  LinkButton,
  Loading,
  OnlyWithScripts,
  useHydrated,
  Skeleton,
  Wrap,
} from '@shop/ui'
import { useEffect, useState } from 'react'
import { RequireSignInOfShoppers } from '../checkout/require-sign-in'
import { TwoColumns } from '../order/two-columns'
import { sessionQuery, type CheckoutSession } from '../checkout/checkout-session'
import { Confirmed } from './confirmed'
import { earlierOrderQuery } from './earlier-order'
import { OrderPlaced } from './order-placed'
import { forgetCheckout, readPlacedOrder } from './placed-order'
import { useConfirmationPolling, AwaitingConfirmation } from './awaiting-confirmation'

const notPaid = 'The link is incomplete, or the order was not paid.'
const noOrder =
  'The link is incomplete, or the order could not be placed. If it could not, your payment goes back to your card and we’ll email you.'

export function Component() {
  return (
    <RequireSignInOfShoppers status="completed">
      <SuccessPage />
    </RequireSignInOfShoppers>
  )
}

function SuccessPage() {
  const [search] = useSearchParams()
  const sessionId = search.get('session')
  const { data, error, isFetching, refetch } = useAppQuery(
    sessionId ? sessionQuery(sessionId, 'completed') : null,
  )
  const { payment } = useSettings()
  const earlier = useAppQuery(sessionId && data === null ? earlierOrderQuery(sessionId) : null)
  const waiting = useConfirmationPolling(
    payment.provider !== 'simulated' && data === null && earlier.data === null,
    refetch,
  )
  const session = useShownOnce(sessionId, data)
  const isHydrated = useHydrated()
  const placed = sessionId ? earlier.data : isHydrated ? readPlacedOrder() : null
  const isUnknown = sessionId ? earlier.data === null : isHydrated
  const unknown = (
    <EmptyState
      level={1}
      title="We can’t find that order"
      text={payment.provider === 'simulated' ? notPaid : noOrder}
      action={<LinkButton to="/cart">Back to cart</LinkButton>}
    />
  )
  return (
    <Wrap>
      <PageHead
        title={(session ?? placed) ? 'Order confirmed' : 'Your order'}
        description="Your order."
        noindex
      />
      {session ? (
        <Confirmed session={session} />
      ) : placed ? (
        <OrderPlaced order={placed} />
      ) : error || earlier.error ? (
        <ErrorState
          level={1}
          title="Your confirmation could not be loaded"
          text="If you paid, your order is safe and the confirmation is in your inbox."
          retrying={isFetching || earlier.isFetching}
          onRetry={() => void (error ? refetch() : earlier.refetch())}
        />
      ) : waiting ? (
        <AwaitingConfirmation sessionId={sessionId ?? ''} />
      ) : isUnknown ? (
        unknown
      ) : (
        <OnlyWithScripts instead={unknown}>
          <Loading label="Loading your confirmation">
            <Skeleton height="3.5rem" width="60%" marginBottom="3rem" />
            <TwoColumns aside={<Skeleton height="24rem" width="100%" />}>
              <Skeleton height="14rem" width="100%" />
            </TwoColumns>
          </Loading>
        </OnlyWithScripts>
      )}
    </Wrap>
  )
}

/**
 * The confirmation of the session in the address. Once shown, the id is removed from the address bar and the device,
 * because it gives access to a name and an address; the page continues to show the data.
 * @param sessionId the id in the address, null once removed
 * @param read the data read with it
 */
function useShownOnce(
  sessionId: string | null,
  read: CheckoutSession | null | undefined,
): CheckoutSession | null {
  const [shown, setShown] = useState<CheckoutSession | null>(null)
  const navigate = useNavigate()
  if (sessionId && read && read !== shown) setShown(read)
  useEffect(() => {
    if (!sessionId || shown?.sessionId !== sessionId) return
    forgetCheckout(sessionId, shown.orderNumber)
    void navigate('/checkout/success', { replace: true, preventScrollReset: true })
  }, [sessionId, shown, navigate])
  return sessionId ? (read ?? null) : shown
}
