import { useSettings } from '@shop/settings'
import { Box, Heading, Summary, Text, TextLink } from '@shop/ui'
import { useState } from 'react'
import { ChangedTotal } from '../checkout/changed-total'
import type { CheckoutMachine } from '../checkout/use-checkout-state'
import { noPaymentMessage } from '../order/no-payment'
import { OrderLines } from '../order/order-lines'
import { TwoColumns } from '../order/two-columns'
import type { CheckoutSession } from './checkout-session'
import { PaySection } from './pay-section'
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
  const provider = providerOf(payment.provider, decline, session.duePence)
  const accept = usePayment(machine, session, provider, onAccepted)
  const isPaying = state.name === 'paying' || state.name === 'redirecting' || state.name === 'placed'
  return (
    <TwoColumns
      aside={
        <Summary title="Order summary" lines={<OrderLines items={session.items} />}>
          <SessionRows session={session} />
        </Summary>
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
            <Heading level={2}>Payment</Heading>
            <Text>{noPaymentMessage}</Text>
          </Box>
        ) : (
          <PaySection
            session={session}
            note={provider.note}
            takesFocus={takesFocus}
            busy={isPaying}
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

/** Recipient and address. */
function Recipient({ session, canChange }: { session: CheckoutSession; canChange: boolean }) {
  return (
    <Box as="section" display="grid" gap=".75rem">
      <Heading level={2}>Delivery</Heading>
      <p>{session.name}</p>
      <Text color="inkSoft">
        {session.giftCard
          ? `By e-mail to ${session.giftCard.recipient}, as soon as it is paid`
          : session.address.join(', ')}
      </Text>
      <Text color="inkSoft">{session.email}</Text>
      <Box visibility={canChange ? undefined : 'hidden'}>
        <TextLink to={session.giftCard ? '/gift-cards' : '/checkout'}>Change</TextLink>
      </Box>
    </Box>
  )
}
