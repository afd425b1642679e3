import { useActionData } from '@shop/router'
import { withoutScripts } from '@shop/forms/without-scripts'
import { formatPence } from '@shop/pricing'
import { useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  Box,
  Button,
  Checkbox,
  Disclosure,
  EmptyState,
  Heading,
  LinkButton,
  PageHeader,
  Rule,
  Steps,
  Summary,
  Text,
  TextLink,
  Wrap,
} from '@shop/ui'
import { noPaymentMessage } from '../order/no-payment'
import { OrderLines } from '../order/order-lines'
import { TwoColumns } from '../order/two-columns'
import { sessionQuery, type CheckoutSession } from '../payment/checkout-session'
import { SessionRows } from '../payment/session-rows'
import { Notice } from './notice'
import type { PaymentAnswer } from './payment-action'
import type { PaymentNotice } from './payment-notices'
import { stripeNotice } from './stripe-notice'

export { action } from './payment-action'

const stripeForm = '/payments/stripe/page'

/** The payment as the server draws it for browsers without scripts: a form that is posted to this page, or to Stripe's. */
export function Component() {
  const [search] = useSearchParams()
  const { data: session = null, error } = useAppQuery(sessionQuery(search.get('session') ?? '', 'pending'))
  const answer = useActionData<PaymentAnswer>()
  const notice = answer?.notice ?? stripeNotice(search.get('refused'))
  return (
    <Wrap>
      <PageHead title="Payment" description="Pay for your order." noindex />
      <PageHeader
        title="Payment"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={1} />}
      />
      {session ? (
        <PlainPayment session={session} notice={notice} />
      ) : (
        <EmptyState
          title={error ? 'Your checkout could not be loaded' : 'Checkout session expired or not found.'}
          text="Nothing was charged and your cart is safe."
          action={<LinkButton to="/cart">Back to your cart</LinkButton>}
        />
      )}
    </Wrap>
  )
}

function PlainPayment({ session, notice }: { session: CheckoutSession; notice: PaymentNotice | null }) {
  const { provider } = useSettings().payment
  const change = session.giftCard
    ? '/gift-cards'
    : withoutScripts('/checkout', { session: session.sessionId })
  return (
    <TwoColumns
      aside={
        <Summary title="Order summary" lines={<OrderLines items={session.items} />}>
          <SessionRows session={session} />
        </Summary>
      }
    >
      <Box display="grid" gap="2.5rem">
        {notice && (
          <Notice title={notice.title} description={notice.description}>
            {notice.to === 'cart' && <TextLink to="/cart">Change your cart</TextLink>}
            {notice.to === 'delivery' && <TextLink to={change}>Go over your order again</TextLink>}
          </Notice>
        )}
        <Box as="section" display="grid" gap=".75rem">
          <Heading level={2}>Delivery</Heading>
          <p>{session.name}</p>
          <Text color="inkSoft">
            {session.giftCard
              ? `By email to ${session.giftCard.recipient}, as soon as it is paid`
              : session.address.join(', ')}
          </Text>
          <Text color="inkSoft">{session.email}</Text>
          <TextLink to={change}>Change</TextLink>
        </Box>
        {provider === 'none' ? (
          <Notice title="Payment" description={noPaymentMessage} />
        ) : (
          <PayForm session={session} provider={provider} />
        )}
      </Box>
    </TwoColumns>
  )
}

const notes = {
  nothing: 'Nothing is left to pay. Press the button to place your order.',
  stripe: 'You pay by card on a page of Stripe, our payment provider, and come back here.',
  simulated: 'This shop simulates the payment: no card is asked for and no money moves.',
}

function PayForm({ session, provider }: { session: CheckoutSession; provider: 'simulated' | 'stripe' }) {
  const due = session.duePence
  const isElsewhere = provider === 'stripe' && due > 0
  return (
    <form method="post" action={isElsewhere ? stripeForm : undefined}>
      {isElsewhere && <input type="hidden" name="session" value={session.sessionId} />}
      <Box as="section" display="grid" gap="1rem">
        <Heading level={2}>Payment</Heading>
        <Text color="inkSoft">{due === 0 ? notes.nothing : notes[provider]}</Text>
        <Button type="submit" full>
          {due === 0 ? 'Place order' : `Pay ${formatPence(due)}`}
        </Button>
        {due > 0 && (
          <Text textStyle="small" color="muted">
            A neutral name appears on your statement.
          </Text>
        )}
        {provider === 'simulated' && due > 0 && (
          <div>
            <Rule />
            <Disclosure title="Test the shop">
              <Checkbox name="decline" label="Decline this payment" />
            </Disclosure>
          </div>
        )}
      </Box>
    </form>
  )
}
