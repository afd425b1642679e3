import { Box, PageHeader, Steps, Text } from '@shop/ui'
import { useEffect, useState } from 'react'

const askEveryMs = 2000
const mostAsks = 30

/** The provider's word may come to the server after the visitor: asks again for a minute, then gives up. */
export function useWaiting(missing: boolean, ask: () => Promise<unknown>): boolean {
  const [asked, setAsked] = useState(0)
  const waiting = missing && asked < mostAsks
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => {
      void ask().finally(() => {
        setAsked(asked + 1)
      })
    }, askEveryMs)
    return () => {
      clearTimeout(timer)
    }
  }, [waiting, asked, ask])
  return waiting
}

/** Stands where the confirmation will be. */
export function Waiting() {
  return (
    <>
      <PageHeader
        title="Your payment is being confirmed"
        aside={<Steps items={['Delivery', 'Payment', 'Confirmation']} current={1} />}
      />
      <Box role="status" display="grid" gap="1rem">
        <Text color="inkSoft">
          This takes a few seconds. You need not pay again; the confirmation also comes by e-mail.
        </Text>
      </Box>
    </>
  )
}
