import { useNavigate, useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  EmptyState,
  ErrorState,
  LinkButton,
  Loading,
  OnlyWithScripts,
  PageHeader,
  Skeleton,
  Steps,
  Wrap,
} from '@shop/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { atPayment } from '../checkout/checkout-state'
import { useCheckoutState } from '../checkout/use-checkout-state'
import { useRemedy } from '../checkout/use-remedy'
import { RequireSignInOfShoppers } from '../checkout/require-sign-in'
import { TwoColumns } from '../order/two-columns'
import { sessionQuery } from '../checkout/checkout-session'
import { linkedEditQuery } from '../order/linked-edit'
import { Payment } from './payment'

export function Component() {
  return (
    <RequireSignInOfShoppers status="pending">
      <PaymentPage />
    </RequireSignInOfShoppers>
  )
}

function PaymentPage() {
  const [search] = useSearchParams()
  const sessionId = search.get('session') ?? ''
  const [acceptedId, setAcceptedId] = useState<string | null>(null)
  return (
    <Wrap>
      <PageHead title="Payment" description="Pay for your order." noindex />
      <PageHeader
        title="Payment"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={1} />}
      />
      <SessionPayment
        key={sessionId}
        sessionId={sessionId}
        takesFocus={acceptedId === sessionId}
        onAccepted={setAcceptedId}
      />
    </Wrap>
  )
}

interface SessionPaymentProps {
  sessionId: string
  takesFocus: boolean
  onAccepted: (sessionId: string) => void
}

/** Reads the checkout and shows its payment, or redirects when it cannot be paid. */
function SessionPayment({ sessionId, ...props }: SessionPaymentProps) {
  const machine = useCheckoutState(atPayment)
  const { data: session, error, isFetching, refetch } = useAppQuery(sessionQuery(sessionId, 'pending'))
  const isGone = machine.state.name === 'gone' || (session === null && machine.state.name !== 'placed')
  const completed = useCompleted(sessionId, isGone)
  if (session && !isGone) return <Payment session={session} machine={machine} {...props} />
  if (error ?? completed.error)
    return (
      <ErrorState
        title="Your checkout could not be loaded"
        text="Nothing was charged and your cart is safe."
        retrying={isFetching || completed.isFetching}
        onRetry={() => void (isGone ? completed.refetch() : refetch())}
      />
    )
  return (
    <OnlyWithScripts
      instead={
        <EmptyState
          title="Checkout session expired or not found."
          text="Nothing was charged and your cart is safe."
          action={<LinkButton to="/cart">Back to your cart</LinkButton>}
        />
      }
    >
      <Loading label="Loading your checkout">
        <TwoColumns aside={<Skeleton height="24rem" width="100%" />}>
          <Skeleton height="14rem" width="100%" />
        </TwoColumns>
      </Loading>
    </OnlyWithScripts>
  )
}

/**
 * Redirects from a missing checkout to its confirmation when it was already paid (another tab, a reload), to the page of the change
 * of an order where that is to be paid, else to the cart.
 */
function useCompleted(sessionId: string, isGone: boolean) {
  const completed = useAppQuery(isGone ? sessionQuery(sessionId, 'completed') : null)
  const edit = useAppQuery(completed.data === null ? linkedEditQuery(sessionId) : null)
  const navigate = useNavigate()
  const { remedy } = useRemedy('/checkout')
  const leave = useEffectEvent((isPaid: boolean) => {
    const at = isPaid ? 'success' : edit.data ? 'change' : null
    if (at) void navigate(`/checkout/${at}?session=${encodeURIComponent(sessionId)}`, { replace: true })
    else remedy({ kind: 'session_not_found', message: 'Checkout session expired or not found.' }, 'paying')
  })
  useEffect(() => {
    if (isGone && (completed.data || edit.data !== undefined)) leave(Boolean(completed.data))
  }, [isGone, completed.data, edit.data])
  return edit.error ? edit : completed
}
