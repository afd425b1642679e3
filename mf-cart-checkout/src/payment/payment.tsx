import { useSettings } from '@shop/settings'
import { Box, Heading, Summary, Text, TextLink } from '@shop/ui'
import { useState } from 'react'
import { ChangedTotal } from '../checkout/changed-total'
import type { CheckoutState } from '../checkout/checkout-state'
import type { CheckoutMachine } from '../checkout/use-checkout-state'
import { FoldingSummary } from '../order/folding-summary'
import { noPaymentMessage } from '../order/no-payment'
import { OrderLines } from '../order/order-lines'
import { TwoColumns } from '../order/two-columns'
import type { CheckoutSession } from './checkout-session'
import { PaySection } from './pay-section'
import { PaymentFailure } from './payment-failure'
import { providerOf } from './payment-provider'
import { SessionRows } from './session-rows'
import { SimulatedPaymentControls } from './simulated-payment-controls'
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
        <Recipient session={session} canChange={!isPaying} />
        {state.change ? (
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
  const kind = state.name === 'refused' && state.asked === 'paying' && state.refusal.kind
  return kind === 'declined' || kind === 'failed' ? (
    <PaymentFailure key={state.entered} declined={kind === 'declined'} />
  ) : null
}

/** Recipient, address and day of arrival. */
function Recipient({ session, canChange }: { session: CheckoutSession; canChange: boolean }) {
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
      <Box visibility={canChange ? undefined : 'hidden'}>
        <TextLink to={session.giftCard ? '/gift-cards' : '/checkout'} block>
          Change
        </TextLink>
      </Box>
    </Box>
  )
}
