import { formatPence, type Pence } from '@shop/pricing'
import { Box, Button, Heading } from '@shop/ui'
import { useLayoutEffect, useRef } from 'react'

interface ChangedTotalProps {
  shown: Pence
  fresh: Pence
  /** Why, in a sentence. */
  reason?: string | null
  busy: boolean
  onAccept: () => void
}

/** A total that changed since it was shown: old, new, and a button to accept it. */
export function ChangedTotal({ shown, fresh, reason, busy, onAccept }: ChangedTotalProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // It may replace the button that was pressed and had the focus.
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  return (
    <Box
      role="alert"
      display="grid"
      gap="1rem"
      justifyItems="start"
      padding="1.25rem"
      background="warningSoft"
      borderRadius="panel"
    >
      <Heading level={2} look="h3">
        The total has changed
      </Heading>
      <p>{`${reason ?? 'A price, a rule or your cart changed.'} The total was ${formatPence(shown)} and is now ${formatPence(fresh)}. Nothing has been charged.`}</p>
      <Button
        ref={button}
        variant="quiet"
        busy={busy}
        onClick={onAccept}
      >{`Accept ${formatPence(fresh)}`}</Button>
    </Box>
  )
}
