import { formatPence, type Pence } from '@shop/pricing'
import { Box, Button, chakra, Text } from '@shop/ui'

// Where the summary is not beside the form, the amount due sticks to the bottom of the screen, once its section is reached.
const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: '.75rem',
    position: { base: 'sticky', lg: 'static' },
    bottom: '0',
    zIndex: '1',
    background: 'bg',
    borderTop: { base: '1px solid {colors.line}', lg: 'none' },
    paddingBlock: { base: '.9rem', lg: '0' },
  },
})

interface SubmitBarProps {
  duePence: Pence
  /** A gift card pays part of the total. */
  hasCard: boolean
  /** A delivery option is chosen. */
  hasMethod: boolean
  /** No payment provider is configured. */
  isClosed: boolean
  busy: boolean
}

/** The button that starts the checkout, with the amount due. */
export function SubmitBar({ duePence, hasCard, hasMethod, isClosed, busy }: SubmitBarProps) {
  return (
    <>
      <Bar>
        <Box display={{ base: 'flex', lg: 'none' }} justifyContent="space-between">
          <span>{hasCard ? 'To pay' : 'Total'}</span>
          <b>{formatPence(duePence)}</b>
        </Box>
        <Button type="submit" full disabled={!hasMethod || isClosed} busy={busy} busyLabel="Processing...">
          Continue to Payment
        </Button>
        {!hasMethod && !isClosed && (
          <Text textStyle="small" color="muted">
            Choose a delivery option to continue.
          </Text>
        )}
      </Bar>
      {hasMethod && !isClosed && (
        <Text textStyle="small" color="muted" marginTop="-1rem">
          You’ll see the full total again before you pay.
        </Text>
      )}
    </>
  )
}
