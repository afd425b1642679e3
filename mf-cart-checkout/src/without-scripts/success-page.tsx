import { withoutScripts } from '@shop/forms/without-scripts'
import { useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Box, EmptyState, LinkButton, TextLink, Wrap } from '@shop/ui'
import { sessionQuery } from '../payment/checkout-session'
import { AwaitingConfirmation } from '../success/awaiting-confirmation'
import { Confirmed } from '../success/confirmed'
import { earlierOrderQuery } from '../success/earlier-order'
import { OrderPlaced } from '../success/order-placed'

/** Seconds after which a browser without scripts asks again, and how often it does. */
const [askAfter, mostAsked] = [5, 24]

/** The confirmation as the server draws it for browsers without scripts. */
export function Component() {
  const [search] = useSearchParams()
  const sessionId = search.get('session') ?? ''
  const { data: session = null } = useAppQuery(sessionQuery(sessionId, 'completed'))
  const { data: earlier = null } = useAppQuery(earlierOrderQuery(sessionId))
  const asked = Number(search.get('asked')) || 0
  const again = withoutScripts('/checkout/success', { session: sessionId, asked: String(asked + 1) })
  const isPaidElsewhere = useSettings().payment.provider === 'stripe' && sessionId !== ''
  return (
    <Wrap>
      <PageHead
        title={(session ?? earlier) ? 'Order confirmed' : 'Your order'}
        description="Your order."
        noindex
      />
      {session ? (
        <Confirmed session={session} />
      ) : earlier ? (
        <OrderPlaced order={earlier} />
      ) : isPaidElsewhere ? (
        <Box display="grid" gap="1.5rem" justifyItems="start">
          {asked < mostAsked && <meta httpEquiv="refresh" content={`${String(askAfter)};url=${again}`} />}
          <AwaitingConfirmation />
          <TextLink to={again}>Look again</TextLink>
          <TextLink to={withoutScripts('/checkout/payment', { session: sessionId })}>
            Back to the payment
          </TextLink>
        </Box>
      ) : (
        <EmptyState
          level={1}
          title="No confirmed order here"
          text="The link is incomplete, or the order was not paid."
          action={<LinkButton to="/track-order">Track an order</LinkButton>}
        />
      )}
    </Wrap>
  )
}
