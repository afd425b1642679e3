import { useCartActions } from '@shop/cart'
import { formatPence, type Pence } from '@shop/pricing'
import { useNavigate, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { BackendError, useChange, useData, useDataContext } from '@shop/supabase'
import {
  Box,
  Button,
  ErrorState,
  Heading,
  Loading,
  PageHeader,
  Skeleton,
  Steps,
  Summary,
  Text,
  TextLink,
  useToast,
  Wrap,
} from '@shop/ui'
import { useEffect, useRef, useState } from 'react'
import { clearDraft } from '../checkout/draft'
import { beginCheckout } from '../checkout/start-checkout'
import { ChangedTotal } from '../checkout/changed-total'
import { sessionQuery, type CheckoutSession } from './checkout-session'
import { freshTotal, refusedCodeWords, wholeTotal } from '../order/fresh-total'
import { Guarded } from '../order/guarded'
import { OrderLines } from '../order/order-lines'
import { SessionRows } from './session-rows'
import { TwoColumns } from '../order/two-columns'
import { keepCard, readCard } from '../deductions/gift-card'
import { keepCode } from '../deductions/promotion-code'
import { forgetDeductions } from '../deductions/use-deductions'
import { completeCheckout } from './complete-checkout'
import { noPaymentWords } from '../order/no-payment'
import { PaymentRefused } from './payment-contract'
import { providerOf } from './payment-provider'
import { shippingQuery } from '../shipping/list-shipping'
import { TestTheShop } from './test-the-shop'

export function Component() {
  return (
    <Guarded>
      <PaymentPage />
    </Guarded>
  )
}

function PaymentPage() {
  const [search] = useSearchParams()
  const sessionId = search.get('session') ?? ''
  const { data: session, error, isFetching, refetch } = useData(sessionQuery(sessionId, 'pending'))
  const [goneId, setGone] = useState<string | null>(null)
  const gone = session === null || goneId === sessionId
  // Paid in another tab, or before a reload: then there is a confirmation to show.
  const completed = useData(gone ? sessionQuery(sessionId, 'completed') : null)
  const toast = useToast()
  const navigate = useNavigate()
  const paid = useRef(false)
  const [accepted, setAccepted] = useState(false)
  useEffect(() => {
    if (!gone || paid.current || completed.data === undefined) return
    if (completed.data)
      return void navigate(`/checkout/success?session=${encodeURIComponent(sessionId)}`, { replace: true })
    toast({
      title: 'Session Not Found',
      description: 'Checkout session expired or not found.',
      status: 'error',
    })
    void navigate('/cart', { replace: true })
  }, [gone, completed.data, sessionId, toast, navigate])
  const failed = error ?? completed.error
  return (
    <Wrap>
      <PageHead title="Payment" description="Pay for your order." hidden />
      <PageHeader
        title="Payment"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={1} />}
      />
      {session && !gone ? (
        <Pay
          key={session.sessionId}
          session={session}
          takesFocus={accepted}
          onAccepted={() => {
            setAccepted(true)
          }}
          onPaid={() => {
            paid.current = true
          }}
          onGone={() => {
            setGone(session.sessionId)
          }}
        />
      ) : failed ? (
        <ErrorState
          title="Your checkout could not be loaded"
          text="Nothing was charged and your cart is safe."
          retrying={isFetching || completed.isFetching}
          onRetry={() => void (gone ? completed.refetch() : refetch())}
        />
      ) : (
        <Loading label="Loading your checkout">
          <TwoColumns aside={<Skeleton height="24rem" width="100%" />}>
            <Skeleton height="14rem" width="100%" />
          </TwoColumns>
        </Loading>
      )}
    </Wrap>
  )
}

/** Refusals of the database whose own words say what to do. */
const told = ['insufficient_stock', 'rate_limited', 'payment_unavailable', 'order_limit', 'quantity_limit']

interface PayProps {
  session: CheckoutSession
  /** The session was made by accepting another total: its button stands where the accepting one was. */
  takesFocus: boolean
  onAccepted: () => void
  onPaid: () => void
  /** The session cannot be paid any more. */
  onGone: () => void
}

function Pay({ session, takesFocus, onAccepted, onPaid, onGone }: PayProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  const cart = useCartActions()
  const toast = useToast()
  const navigate = useNavigate()
  const { queryClient } = useDataContext()
  const { payment } = useSettings()
  const [decline, setDecline] = useState(false)
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    // Going back from the provider's page may show this one as it was left.
    const back = () => {
      setLeaving(false)
    }
    addEventListener('pageshow', back)
    return () => {
      removeEventListener('pageshow', back)
    }
  }, [])
  // What the whole total is, too: where a gift card pays for all of it there is nothing else to see changing.
  const [changed, setChanged] = useState<{
    fresh: Pence
    whole?: Pence | null
    reason: string | null
  } | null>(null)
  // The second press of a double click comes before the button can show that it is busy.
  const paying = useRef(false)
  const due = session.duePence
  const provider = providerOf(payment.provider, decline, due)

  const pay = useChange({
    change: (db) => completeCheckout(db, session.sessionId, provider),
    onSuccess: (orderNumber) => {
      if (orderNumber === null) return setLeaving(true)
      onPaid()
      if (!session.giftCard) {
        clearDraft()
        forgetDeductions()
      }
      void navigate(`/checkout/success?session=${encodeURIComponent(session.sessionId)}`, { replace: true })
    },
    onSettled: () => {
      paying.current = false
    },
    onError: (failure) => {
      console.error(failure)
      const fresh = freshTotal(failure, session.card?.pence)
      const reason = refusedCodeWords(failure)
      const hint = failure instanceof BackendError ? failure.hint : null
      if (hint === 'session_not_found') return onGone()
      if (hint === 'hold_ended') {
        toast({ title: 'Checkout expired', description: failure.message, status: 'error' })
        return void navigate(session.giftCard ? '/gift-cards' : '/checkout', { replace: true })
      }
      const whole = wholeTotal(failure)
      if (fresh !== null && (fresh !== due || whole !== session.totals.totalPence || reason))
        return setChanged({ fresh, whole, reason })
      if (hint === 'totals_changed') return goBack(fresh === null ? '/checkout' : '/cart')
      if (failure instanceof PaymentRefused)
        return void toast({ title: failure.title, description: failure.message, status: 'error' })
      toast({
        title: hint === 'insufficient_stock' ? 'Insufficient Stock' : 'Payment Failed',
        description: told.includes(hint ?? '')
          ? failure.message
          : 'There was an error processing your payment. Please try again.',
        status: 'error',
      })
    },
  })
  // The same total, or none: not a price is another, but what is bought or how it is sent.
  const goBack = (to: '/cart' | '/checkout') => {
    toast(
      to === '/cart'
        ? {
            title: 'Your cart has changed',
            description: 'It was changed in another tab or on another device. Nothing has been charged.',
            status: 'error',
          }
        : {
            title: 'Checkout Error',
            description: 'The delivery you chose cannot be had any more. Please choose another.',
            status: 'error',
          },
    )
    void cart.refetch()
    void queryClient.invalidateQueries({ queryKey: shippingQuery().key })
    void navigate(to, { replace: true })
  }
  const start = () => {
    if (paying.current) return
    paying.current = true
    pay.mutate()
  }
  const again = useChange({
    change: (db, accepted: Pence) =>
      beginCheckout(db, session.details, accepted, {
        promotion: session.promotionCode,
        giftCard: session.card && (readCard()?.code ?? null),
      }),
    onSuccess: ({ sessionId, duePence, problems }, accepted) => {
      if (problems.code) keepCode(null)
      if (problems.card) keepCard(null)
      if (duePence !== accepted)
        return setChanged({ fresh: duePence, reason: problems.code ?? problems.card })
      onAccepted()
      void navigate(`/checkout/payment?session=${encodeURIComponent(sessionId)}`, { replace: true })
    },
    onError: (failure) => {
      console.error(failure)
      if (failure instanceof BackendError && failure.hint === 'cart_empty') return goBack('/cart')
      if (failure instanceof BackendError && failure.hint === 'method_unavailable') return goBack('/checkout')
      const now = freshTotal(failure, session.card?.pence)
      if (now !== null) setChanged({ fresh: now, whole: wholeTotal(failure), reason: null })
      toast({
        title: 'Checkout Error',
        description: 'Something went wrong. Please try again.',
        status: 'error',
      })
    },
  })
  const shownChange = ({ fresh, whole }: { fresh: Pence; whole?: Pence | null }) =>
    fresh === due && whole ? { shown: session.totals.totalPence, fresh: whole } : { shown: due, fresh }
  const accept = () => {
    if (changed === null) return
    if (!session.card || readCard()) return again.mutate(changed.fresh)
    // Its code is known to the tab alone in which it was entered.
    toast({ title: 'Gift card', description: 'Please enter the code of your gift card again.' })
    void navigate('/checkout', { replace: true })
  }
  return (
    <TwoColumns
      aside={
        <Summary title="Order summary" lines={<OrderLines items={session.items} />}>
          <SessionRows session={session} />
        </Summary>
      }
    >
      <Box display="grid" gap="2.5rem">
        <Box as="section" display="grid" gap=".75rem">
          <Heading level={2}>Delivery</Heading>
          <p>{session.name}</p>
          <Text color="inkSoft">
            {session.giftCard
              ? `By e-mail to ${session.giftCard.recipient}, as soon as it is paid`
              : session.address.join(', ')}
          </Text>
          <Text color="inkSoft">{session.email}</Text>
          <Box visibility={pay.isPending || leaving ? 'hidden' : undefined}>
            <TextLink to={session.giftCard ? '/gift-cards' : '/checkout'}>Change</TextLink>
          </Box>
        </Box>
        {changed !== null ? (
          <ChangedTotal
            {...shownChange(changed)}
            reason={changed.reason}
            busy={again.isPending}
            onAccept={accept}
          />
        ) : payment.provider === 'none' ? (
          <Box as="section" display="grid" gap="1rem" role="status">
            <Heading level={2}>Payment</Heading>
            <Text>{noPaymentWords}</Text>
          </Box>
        ) : (
          <Box as="section" display="grid" gap="1rem">
            <Heading level={2}>Payment</Heading>
            <Text color="inkSoft">
              {due === 0 && session.card
                ? 'Your gift card pays for everything: nothing else is asked for. Press the button to place your order.'
                : provider.note}
            </Text>
            <Button
              ref={button}
              full
              busy={pay.isPending || leaving}
              busyLabel="Processing..."
              onClick={start}
            >
              {due === 0 ? 'Place order' : `Pay ${formatPence(due)}`}
            </Button>
            {due > 0 && (
              <Text textStyle="small" color="muted">
                A neutral name appears on your statement.
              </Text>
            )}
            {payment.provider === 'simulated' && due > 0 && (
              <TestTheShop decline={decline} onChange={setDecline} />
            )}
          </Box>
        )}
      </Box>
    </TwoColumns>
  )
}
