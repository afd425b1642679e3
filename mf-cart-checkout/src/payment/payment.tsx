import { useActionData, useSearchParams } from '@shop/router'
import { useSettings } from '@shop/settings'
import { Box, Heading, Summary, Text, TextLink } from '@shop/ui'
import { useState } from 'react'
import { ChangedTotal } from '../checkout/changed-total'
import type { CheckoutState } from '../checkout/checkout-state'
import type { CheckoutMachine } from '../checkout/use-checkout-state'
import { FoldingSummary } from '../order/folding-summary'
import { noPaymentMessage } from '../order/no-payment'
import { Notice } from '../order/notice'
import { OrderLines } from '../order/order-lines'
import { TwoColumns } from '../order/two-columns'
import type { CheckoutSession } from '../checkout/checkout-session'
import type { PaymentResponse } from './payment-action'
import { PaySection } from './pay-section'
import { PaymentFailure } from './payment-failure'
import { providerOf } from './payment-provider'
import { SessionRows } from './session-rows'
import { SimulatedPaymentControls } from './simulated-payment-controls'
import { stripeNotice } from './stripe-notice'
import { usePayment } from './use-payment'

interface PaymentProps {
  session: CheckoutSession
  machine: CheckoutMachine
  /** The checkout was started by accepting another total: the pay button replaces the accept button and takes its focus. */
  takesFocus: boolean
  onAccepted: (sessionId: string) => void
}

/** A payable checkout with its pay button. */
export function Payment({ session, machine, takesFocus, onAccepted }: PaymentProps) {
  const { state, dispatch } = machine
  const { payment } = useSettings()
  const [decline, setDecline] = useState(false)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const response = useActionData<PaymentResponse>()
  const [search] = useSearchParams()
  const notice = response?.notice ?? stripeNotice(search.get('rejected'))
  const change = session.giftCard
    ? '/gift-cards'
    : `/checkout?session=${encodeURIComponent(session.sessionId)}`
  const provider = providerOf(payment.provider, decline, session.duePence)
  const accept = usePayment(machine, session, provider, onAccepted)
  const isPaying = state.name === 'paying' || state.name === 'redirecting' || state.name === 'placed'
  return (
    <TwoColumns
      folds
      aside={
        <FoldingSummary duePence={session.duePence} open={isUnfolded} onToggle={setIsUnfolded}>
          <Summary
            title="Order summary"
            lines={<OrderLines items={session.items} isVatFree={session.giftCard !== null} />}
          >
            <SessionRows session={session} />
          </Summary>
        </FoldingSummary>
      }
    >
      <Box display="grid" gap="2.5rem">
        {notice && state.name === 'reviewing' && (
          <Notice {...notice}>
            {notice.to === 'cart' && <TextLink to="/cart">Change your cart</TextLink>}
            {notice.to === 'delivery' && <TextLink to={change}>Go over your order again</TextLink>}
          </Notice>
        )}
        <Recipient session={session} change={change} canChange={!isPaying} />
        {state.change && session.byStaff ? (
          <Notice
            title="This order has changed"
            description="A price or a delivery charge changed since we sent you the link. Nothing has been charged."
          >
            <TextLink to="/contact">Ask us for a new link</TextLink>
          </Notice>
        ) : state.change ? (
          <ChangedTotal
            {...state.change}
            busy={state.name === 'restarting' || state.name === 'started'}
            onAccept={accept}
          />
        ) : payment.provider === 'none' ? (
          <Box as="section" display="grid" gap="1rem" role="status">
            <Heading level={2}>Payments are closed</Heading>
            <Text>{noPaymentMessage}</Text>
          </Box>
        ) : (
          <PaySection
            session={session}
            note={provider.note}
            takesFocus={takesFocus}
            busy={isPaying}
            failure={<Failure state={state} />}
            onPay={() => {
              dispatch({ type: 'pay' })
            }}
          >
            <SimulatedPaymentControls decline={decline} onChange={setDecline} />
          </PaySection>
        )}
      </Box>
    </TwoColumns>
  )
}

/** What stands above the button after a failed attempt. */
function Failure({ state }: { state: CheckoutState }) {
  const kind = state.name === 'rejected' && state.attempted === 'paying' && state.rejection.kind
  return kind === 'declined' || kind === 'failed' ? (
    <PaymentFailure key={state.entered} declined={kind === 'declined'} />
  ) : null
}

/** Recipient, address and day of arrival. */
function Recipient({
  session,
  change,
  canChange,
}: {
  session: CheckoutSession
  /** Where delivery and contact are changed. */
  change: string
  canChange: boolean
}) {
  return (
    <Box as="section" display="grid" gap=".75rem">
      <Heading level={2}>Delivery</Heading>
      <p>{session.name}</p>
      <Text color="inkSoft">
        {session.giftCard
          ? `By email to ${session.giftCard.recipient}, as soon as it is paid`
          : session.address.join(', ')}
      </Text>
      <Text color="inkSoft">{session.email}</Text>
      {!session.giftCard && (
        <Text>
          {session.shippingMethod}
          {session.arrival && `, arrives ${session.arrival}`}
        </Text>
      )}
      {session.byStaff ? (
        <Text textStyle="small" color="muted">
          Is something not right? Please <TextLink to="/contact">tell us</TextLink> before you pay.
        </Text>
      ) : (
        <Box visibility={canChange ? undefined : 'hidden'}>
          <TextLink to={change} block>
            Change
          </TextLink>
        </Box>
      )}
    </Box>
  )
}
