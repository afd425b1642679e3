import { Box, PageHeader, Steps, Text } from '@shop/ui'
import { useEffect, useState } from 'react'

const pollEveryMs = 2000
const maxPolls = 30

/** Polls for a minute: the provider's webhook may arrive after the visitor. @returns whether it is still polling */
export function useConfirmationPolling(missing: boolean, poll: () => Promise<unknown>): boolean {
  const [polls, setPolls] = useState(0)
  const polling = missing && polls < maxPolls
  useEffect(() => {
    if (!polling) return
    const timer = setTimeout(() => {
      void poll().finally(() => {
        setPolls(polls + 1)
      })
    }, pollEveryMs)
    return () => {
      clearTimeout(timer)
    }
  }, [polling, polls, poll])
  return polling
}

/** Shown until the confirmation arrives. */
export function AwaitingConfirmation() {
  return (
    <>
      <PageHeader
        title="Your payment is being confirmed"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={1} />}
      />
      <Box role="status" display="grid" gap="1rem">
        <Text color="inkSoft">
          This takes a few seconds. There’s no need to pay again, and we’ll email your confirmation too.
        </Text>
      </Box>
    </>
  )
}
