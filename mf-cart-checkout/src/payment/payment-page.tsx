import { useCart } from '@shop/cart'
import { formatPence, type Pence } from '@shop/pricing'
import { useNavigate, useSearchParams } from '@shop/router'
import { shop, useSettings } from '@shop/settings'
import { BackendError, useChange, useData } from '@shop/supabase'
import { Box, Button, ErrorState, Heading, Loading, PageHeader, Skeleton, Steps, Summary, Text, TextLink, useToast, Wrap } from '@shop/ui'
import { useEffect, useRef, useState } from 'react'
import { clearDraft } from '../checkout/draft'
import { beginCheckout } from '../checkout/start-checkout'
import { ChangedTotal } from '../order/changed-total'
import { sessionQuery, type CheckoutSession } from '../order/checkout-session'
import { freshTotal, refusedCodeWords } from '../order/fresh-total'
import { Guarded } from '../order/guarded'
import { OrderLines } from '../order/order-lines'
import { SessionRows } from '../order/session-rows'
import { TwoColumns } from '../order/two-columns'
import { keepCard, readCard } from '../gift-card/gift-card'
import { keepCode } from '../promotion/promotion-code'
import { forgetDeductions } from '../promotion/use-deductions'
import { completeCheckout } from './complete-checkout'
import { PaymentRefused, providerOf } from './payment-provider'
import { TestTheShop } from './test-the-shop'

export function Component() {
  return <Guarded><PaymentPage /></Guarded>
}

function PaymentPage() {
  const [search] = useSearchParams()
  const sessionId = search.get('session') ?? ''
  const { data: session, error, isFetching, refetch } = useData(sessionQuery(sessionId, 'pending'))
  const toast = useToast()
  const navigate = useNavigate()
  const paid = useRef(false)
  useEffect(() => {
    if (session !== null || paid.current) return
    toast({ title: 'Session Not Found', description: 'Checkout session expired or not found.', status: 'error' })
    void navigate('/cart', { replace: true })
  }, [session, toast, navigate])
  return (
    <Wrap>
      <title>{`Payment | ${shop.name}`}</title>
      <PageHeader title="Payment" aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={1} />} />
      {session ? (
        <Pay key={session.sessionId} session={session} onPaid={() => { paid.current = true }} />
      ) : error ? (
        <ErrorState title="Your checkout could not be loaded" text="Nothing was charged and your cart is safe." retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading your checkout">
          <TwoColumns aside={<Skeleton height="24rem" width="100%" />}><Skeleton height="14rem" width="100%" /></TwoColumns>
        </Loading>
      )}
    </Wrap>
  )
}

function Pay({ session, onPaid }: { session: CheckoutSession; onPaid: () => void }) {
  const cart = useCart()
  const toast = useToast()
  const navigate = useNavigate()
  const { payment } = useSettings()
  const [decline, setDecline] = useState(false)
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    // Going back from the provider's page may show this one as it was left.
    const back = () => { setLeaving(false) }
    addEventListener('pageshow', back)
    return () => { removeEventListener('pageshow', back) }
  }, [])
  const [changed, setChanged] = useState<{ fresh: Pence; reason: string | null } | null>(null)
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
      void cart.refetch()
      void navigate(`/checkout/success?session=${encodeURIComponent(session.sessionId)}`, { replace: true })
    },
    onSettled: () => { paying.current = false },
    onError: (failure) => {
      console.error(failure)
      const now = freshTotal(failure, session.card?.pence)
      if (now !== null) return setChanged({ fresh: now, reason: refusedCodeWords(failure) })
      if (failure instanceof PaymentRefused) return void toast({ title: failure.title, description: failure.message, status: 'error' })
      const stock = failure instanceof BackendError && failure.hint === 'insufficient_stock'
      toast(stock
        ? { title: 'Insufficient Stock', description: failure.message, status: 'error' }
        : { title: 'Payment Failed', description: 'There was an error processing your payment. Please try again.', status: 'error' })
    },
  })
  const start = () => {
    if (paying.current) return
    paying.current = true
    pay.mutate()
  }
  const again = useChange({
    change: (db, accepted: Pence) => beginCheckout(db, session.details, accepted, { promotion: session.promotionCode, giftCard: session.card && (readCard()?.code ?? null) }),
    onSuccess: ({ sessionId, duePence, problems }, accepted) => {
      if (problems.code) keepCode(null)
      if (problems.card) keepCard(null)
      if (duePence !== accepted) return setChanged({ fresh: duePence, reason: problems.code ?? problems.card })
      void navigate(`/checkout/payment?session=${encodeURIComponent(sessionId)}`, { replace: true })
    },
    onError: (failure) => {
      console.error(failure)
      const now = freshTotal(failure, session.card?.pence)
      setChanged(now === null ? null : { fresh: now, reason: null })
      toast({ title: 'Checkout Error', description: 'Something went wrong. Please try again.', status: 'error' })
    },
  })
  return (
    <TwoColumns aside={<Summary title="Order summary" lines={<OrderLines items={session.items} />}><SessionRows session={session} /></Summary>}>
      <Box display="grid" gap="2.5rem">
        <Box as="section" display="grid" gap=".75rem">
          <Heading level={2}>Delivery</Heading>
          <p>{session.name}</p>
          <Text color="inkSoft">{session.giftCard ? `By e-mail to ${session.giftCard.recipient}, as soon as it is paid` : session.address.join(', ')}</Text>
          <Text color="inkSoft">{session.email}</Text>
          <p><TextLink to={session.giftCard ? '/gift-cards' : '/checkout'}>Change</TextLink></p>
        </Box>
        {changed !== null ? (
          <ChangedTotal shown={due} {...changed} busy={again.isPending} onAccept={() => { again.mutate(changed.fresh) }} />
        ) : (
          <Box as="section" display="grid" gap="1rem">
            <Heading level={2}>Payment</Heading>
            <Text color="inkSoft">{due === 0 && session.card ? 'Your gift card pays for everything: nothing else is asked for. Press the button to place your order.' : provider.note}</Text>
            <Button full busy={pay.isPending || leaving} busyLabel="Processing..." onClick={start}>{due === 0 ? 'Place order' : `Pay ${formatPence(due)}`}</Button>
            {due > 0 && <Text textStyle="small" color="muted">A neutral name appears on your statement.</Text>}
            {payment.provider === 'simulated' && due > 0 && <TestTheShop decline={decline} onChange={setDecline} />}
          </Box>
        )}
      </Box>
    </TwoColumns>
  )
}
