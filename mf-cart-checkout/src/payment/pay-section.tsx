import { formatPence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { Button, chakra, Heading, Text, TextLink } from '@shop/ui'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { CheckoutSession } from '../checkout/checkout-session'

const Section = chakra('form', { base: { display: 'grid', gap: '1rem' } })

interface PaySectionProps {
  session: Pick<CheckoutSession, 'duePence' | 'card'>
  /** How this is paid, as a sentence. */
  note: string
  /** Focuses the button on mount. */
  takesFocus: boolean
  busy: boolean
  onPay: () => void
  /** Why the last attempt failed; stands above the button. */
  failure: ReactNode
  /** Controls of the simulated payment. */
  children: ReactNode
}

/** The pay button with a note on what it does, and what paying means. */
export function PaySection({ session, note, takesFocus, busy, onPay, failure, children }: PaySectionProps) {
  const { payment } = useSettings()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  const due = session.duePence
  return (
    <Section
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onPay()
      }}
    >
      <Heading level={2}>{due === 0 ? 'Place your order' : 'Pay securely'}</Heading>
      <Text color="inkSoft">
        {due === 0 && session.card ? 'Your gift card covers everything. Just place your order.' : note}
      </Text>
      {failure}
      <Button ref={button} type="submit" full busy={busy} busyLabel="Processing...">
        {due === 0 ? 'Place order' : `Pay ${formatPence(due)}`}
      </Button>
      <Text textStyle="small" color="muted">
        {due === 0 ? 'By placing your order' : 'By paying'} you agree to our{' '}
        <TextLink to="/terms">terms</TextLink>. Read about <TextLink to="/returns">returns</TextLink> and{' '}
        <TextLink to="/privacy">privacy</TextLink>.
        {due > 0 && ' A neutral name appears on your bank statement.'}
      </Text>
      {payment.provider === 'simulated' && due > 0 && children}
    </Section>
  )
}
