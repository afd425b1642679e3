import { useAuth } from '@shop/auth'
import { useCartActions } from '@shop/cart'
import { useNavigate, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { row, useChange, useData } from '@shop/supabase'
import {
  Box,
  Button,
  EmptyState,
  ErrorState,
  Heading,
  LinkButton,
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
import { useEffect, useState, type ReactNode } from 'react'
import { clearDraft } from '../checkout/draft'
import { sessionQuery, type CheckoutSession } from '../payment/checkout-session'
import { Guarded } from '../order/guarded'
import { OrderLines } from '../order/order-lines'
import { SessionRows } from '../payment/session-rows'
import { TwoColumns } from '../order/two-columns'
import { forgetDeductions } from '../deductions/use-deductions'
import { forgetCheckout, readPlaced, type PlacedOrder } from './placed-order'

const askEveryMs = 2000
const mostAsks = 30
const notPaid = 'The link is incomplete, or the order was not paid.'
const noOrder =
  'The link is incomplete, or no order could be made. A payment of which none can be made goes back to your card, and we write to you.'

export function Component() {
  return (
    <Guarded>
      <SuccessPage />
    </Guarded>
  )
}

function SuccessPage() {
  const [search] = useSearchParams()
  const sessionId = search.get('session')
  const { data, error, isFetching, refetch } = useData(
    sessionId ? sessionQuery(sessionId, 'completed') : null,
  )
  const { payment } = useSettings()
  const waiting = useWaiting(payment.provider !== 'simulated' && data === null, refetch)
  const session = useShownOnce(sessionId, data)
  const placed = sessionId ? null : readPlaced()
  return (
    <Wrap>
      <PageHead
        title={(session ?? placed) ? 'Order confirmed' : 'Your order'}
        description="Your order."
        hidden
      />
      {session ? (
        <Confirmed session={session} />
      ) : placed ? (
        <Placed order={placed} />
      ) : error ? (
        <ErrorState
          level={1}
          title="Your confirmation could not be loaded"
          text="If you paid, your order is safe and the confirmation is in your e-mail."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : waiting ? (
        <Waiting />
      ) : !sessionId || data === null ? (
        <EmptyState
          level={1}
          title="No confirmed order here"
          text={payment.provider === 'simulated' ? notPaid : noOrder}
          action={<LinkButton to="/cart">Cart</LinkButton>}
        />
      ) : (
        <Loading label="Loading your confirmation">
          <Skeleton height="3.5rem" width="60%" marginBottom="3rem" />
          <TwoColumns aside={<Skeleton height="24rem" width="100%" />}>
            <Skeleton height="14rem" width="100%" />
          </TwoColumns>
        </Loading>
      )}
    </Wrap>
  )
}

/**
 * The confirmation of the session in the address. Once it is there the id leaves the address bar and the device, because
 * it opens a name and an address; the page goes on showing what was read.
 * @param sessionId the id in the address, null when it has left
 * @param read what was read with it
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

/** The provider's word comes to the server, maybe a moment after the visitor: asks again for a minute, then gives up. */
function useWaiting(missing: boolean, ask: () => Promise<unknown>): boolean {
  const [asked, setAsked] = useState(0)
  const waiting = missing && asked < mostAsks
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => {
      void ask().finally(() => {
        setAsked(asked + 1)
      })
    }, askEveryMs)
    return () => {
      clearTimeout(timer)
    }
  }, [waiting, asked, ask])
  return waiting
}

function Waiting() {
  return (
    <>
      <PageHeader
        title="Your payment is being confirmed"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={1} />}
      />
      <Box role="status" display="grid" gap="1rem">
        <Text color="inkSoft">
          This takes a few seconds. You need not pay again; the confirmation also comes by e-mail.
        </Text>
      </Box>
    </>
  )
}

/** After a refresh: that the order stands, and nothing of whose it is. */
function Placed({ order: { orderNumber } }: { order: PlacedOrder }) {
  return (
    <>
      <PageHeader
        title="Thank you"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={2} />}
      />
      <Box as="section" display="grid" gap=".75rem" justifyItems="start">
        <Heading level={2}>
          {orderNumber ? (
            <>
              Order{' '}
              <Box as="span" whiteSpace="nowrap">
                {orderNumber}
              </Box>{' '}
              is placed
            </>
          ) : (
            'Your order is placed'
          )}
        </Heading>
        <Text color="inkSoft">
          We’ve emailed you the confirmation. To keep your details private, we show them here only once.
        </Text>
        <Box display="flex" flexWrap="wrap" gap=".75rem" paddingTop=".5rem">
          {orderNumber && (
            <LinkButton to={`/track-order?order=${encodeURIComponent(orderNumber)}`}>
              Track your order
            </LinkButton>
          )}
          <LinkButton to="/products" variant="quiet">
            Continue shopping
          </LinkButton>
        </Box>
      </Box>
    </>
  )
}

function Confirmed({ session }: { session: CheckoutSession }) {
  const { refetch } = useCartActions()
  const bought = session.giftCard !== null
  useEffect(() => {
    // The order emptied it, wherever it was made.
    if (!bought) void refetch()
  }, [bought, refetch])
  useEffect(() => {
    // What was entered for the cart waits for the cart.
    if (bought) return
    clearDraft()
    forgetDeductions()
  }, [bought])
  return (
    <>
      <PageHeader
        title="Thank you"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={2} />}
      />
      <TwoColumns
        aside={
          <Summary title="Order summary" lines={<OrderLines items={session.items} />}>
            <SessionRows session={session} />
          </Summary>
        }
      >
        <Box display="grid" gap="2.5rem">
          <Box as="section" display="grid" gap=".75rem">
            <Heading level={2}>
              {session.orderNumber ? `Order ${session.orderNumber}` : 'Your order is confirmed'}
            </Heading>
            <Text color="inkSoft">{`The confirmation goes to ${session.email}. ${session.giftCard ? `The gift card goes to ${session.giftCard.recipient} within a few minutes.` : 'Your order leaves us within 1-2 business days in a plain box.'}`}</Text>
          </Box>
          {!session.giftCard && (
            <Box as="section" display="grid" gap=".75rem">
              <Heading level={2}>Delivery</Heading>
              <p>{session.name}</p>
              <Text color="inkSoft">{session.address.join(', ')}</Text>
              {session.orderNumber && (
                <TextLink to={`/track-order?order=${encodeURIComponent(session.orderNumber)}`} block>
                  See where your parcel is
                </TextLink>
              )}
            </Box>
          )}
          <AccountOffer
            sessionId={session.sessionId}
            beside={
              <LinkButton to="/products" variant="quiet">
                Continue shopping
              </LinkButton>
            }
          />
        </Box>
      </TwoColumns>
    </>
  )
}

/** @param beside the other way on, which is there for those who have an account too */
function AccountOffer({ sessionId, beside }: { sessionId: string; beside: ReactNode }) {
  const { status } = useAuth()
  const toast = useToast()
  const navigate = useNavigate()
  const create = useChange({
    change: (db) =>
      row(
        db.rpc('issue_account_token', { p_session_id: sessionId }).setHeader('x-checkout-session', sessionId),
      ),
    onSuccess: (token) => void navigate(`/create-account?token=${encodeURIComponent(token)}`),
    onError: (failure) => {
      console.error(failure)
      toast({
        title: 'Error',
        description: 'The account could not be prepared. Please try again.',
        status: 'error',
      })
    },
  })
  if (status !== 'signed-out') return <Box>{beside}</Box>
  return (
    <Box as="section" display="grid" gap=".75rem" justifyItems="start">
      <Heading level={2}>Keep this order in an account</Heading>
      <Text color="inkSoft">
        See your orders and their delivery in one place. Only a password is missing.
      </Text>
      <Box display="flex" flexWrap="wrap" gap=".75rem" paddingTop=".5rem">
        <Button
          busy={create.isPending}
          busyLabel="Preparing..."
          onClick={() => {
            create.mutate()
          }}
        >
          Create an account
        </Button>
        {beside}
      </Box>
    </Box>
  )
}
