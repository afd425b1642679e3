import { useNavigate, useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { EmptyState, ErrorState, LinkButton, Loading, Skeleton, Wrap } from '@shop/ui'
import { useEffect } from 'react'
import { paymentLinkQuery } from './payment-link'

/** Where the payment link of a draft order leads: to its payment, or to what has become of it. */
export function Component() {
  const [search] = useSearchParams()
  const sessionId = search.get('session') ?? ''
  const { data, error, isFetching, refetch } = useAppQuery(paymentLinkQuery(sessionId))
  const navigate = useNavigate()
  const payment = `/checkout/payment?session=${encodeURIComponent(sessionId)}`
  const isOpen = data?.state === 'open'
  useEffect(() => {
    if (isOpen) void navigate(payment, { replace: true })
  }, [isOpen, navigate, payment])
  const contact = <LinkButton to="/contact">Ask us for a new link</LinkButton>
  return (
    <Wrap>
      <PageHead title="Your order" description="The order that we have put together for you." noindex />
      {data?.state === 'open' ? (
        <EmptyState
          level={1}
          title="Your order is ready"
          text="Check what we have put together for you, and pay for it."
          action={<LinkButton to={payment}>See your order</LinkButton>}
        />
      ) : data?.state === 'paid' ? (
        <EmptyState
          level={1}
          title="This order is paid"
          text={`It is order ${data.order_number ?? ''}. We have sent you an email with everything.`}
          action={<LinkButton to="/track-order">Track your order</LinkButton>}
        />
      ) : data?.state === 'changed' ? (
        <EmptyState
          level={1}
          title="This order has changed"
          text="A price changed, or something is sold out, since we sent you the link. Nothing has been charged."
          action={contact}
        />
      ) : data ? (
        <EmptyState
          level={1}
          title="This payment link has ended"
          text="It is past its date, or was replaced by another. Nothing has been charged."
          action={contact}
        />
      ) : error ? (
        <ErrorState
          title="Your order could not be loaded"
          text="Nothing was charged."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading your order">
          <Skeleton height="14rem" width="100%" />
        </Loading>
      )}
    </Wrap>
  )
}
