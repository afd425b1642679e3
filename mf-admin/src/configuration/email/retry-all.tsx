import { counted } from '@shop/pricing'
import { Button, chakra, Panel, Text } from '@shop/ui'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { useRetryAll } from './retry-mail'

const maxShown = 20

/** The button that sends all failed emails again, and which of them were left. @param failed how many failed */
export function RetryAll({ failed }: { failed: number }) {
  const retry = useRetryAll()
  const [isAsking, setAsking] = useState(false)
  const rejected = retry.data?.rejected ?? []
  return (
    <>
      {failed > 0 && (
        <div>
          <Button variant="quiet" onClick={() => setAsking(true)}>
            Send all failed emails again
          </Button>
        </div>
      )}
      {rejected.length > 0 && (
        <Panel
          title={counted(rejected.length, 'email was left', 'emails were left')}
          actions={
            <Button variant="text" onClick={() => retry.reset()}>
              Close
            </Button>
          }
        >
          <chakra.ul display="grid" gap=".4rem">
            {rejected.slice(0, maxShown).map(({ id, recipient, reason }) => (
              <Text as="li" key={id} overflowWrap="anywhere">
                {recipient}: {reason}
              </Text>
            ))}
          </chakra.ul>
          {rejected.length > maxShown && <Text textStyle="micro">The first {maxShown} are shown.</Text>}
        </Panel>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Send all failed emails again?"
        confirmLabel="Send again"
        busy={retry.isPending}
        busyLabel="Sending..."
        onConfirm={() => retry.mutate(undefined, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        Each gets another eight attempts. Gift cards get new codes and links to accounts are made anew; gift
        cards that are in use or have ended are left.
      </ConfirmDialog>
    </>
  )
}
