import { formatPence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { Box, Button, Heading, Text } from '@shop/ui'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { CheckoutSession } from './checkout-session'

interface PaySectionProps {
  session: CheckoutSession
  /** How this is paid, as a sentence. */
  note: string
  /** Focuses the button on mount. */
  takesFocus: boolean
  busy: boolean
  onPay: () => void
  /** Controls of the simulated payment. */
  children: ReactNode
}

/** The pay button with a note on what it does. */
export function PaySection({ session, note, takesFocus, busy, onPay, children }: PaySectionProps) {
  const { payment } = useSettings()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  const due = session.duePence
  return (
    <Box as="section" display="grid" gap="1rem">
      <Heading level={2}>Payment</Heading>
      <Text color="inkSoft">
        {due === 0 && session.card
          ? 'Your gift card pays for everything: nothing else is asked for. Press the button to place your order.'
          : note}
      </Text>
      <Button ref={button} full busy={busy} busyLabel="Processing..." onClick={onPay}>
        {due === 0 ? 'Place order' : `Pay ${formatPence(due)}`}
      </Button>
      {due > 0 && (
        <Text textStyle="small" color="muted">
          A neutral name appears on your statement.
        </Text>
      )}
      {payment.provider === 'simulated' && due > 0 && children}
    </Box>
  )
}
