import { Box, Heading, Text } from '@shop/ui'
import { useLayoutEffect, useRef } from 'react'

interface PaymentFailureProps {
  /** The provider said no: certainly nothing was charged. Otherwise the answer was lost, and the order may have been placed. */
  declined: boolean
  /** What to say instead of what is true of a cart. */
  text?: string
}

/** Says in the page that a payment did not go through, and takes the focus. It stays until the next attempt. */
export function PaymentFailure({ declined, text }: PaymentFailureProps) {
  const block = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => block.current?.focus(), [])
  return (
    <Box
      ref={block}
      tabIndex={-1}
      role="group"
      aria-labelledby="payment-failure"
      display="grid"
      gap=".5rem"
      padding="1.25rem"
      background="dangerSoft"
      borderRadius="panel"
    >
      <Heading level={3} id="payment-failure">
        {declined ? 'You have not been charged' : 'Your payment could not be confirmed'}
      </Heading>
      <Text>
        {text ??
          (declined
            ? 'Your payment was declined. Your cart and your details are safe: try again whenever you like.'
            : 'Please try again. You will not be charged twice, and your cart is safe.')}
      </Text>
    </Box>
  )
}
