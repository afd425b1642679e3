import { useSearchParams } from '@shop/router'
import { Box, PageHeader, Steps, Text, TextLink } from '@shop/ui'
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

/** Without scripts the page loads itself again after some seconds, so often. */
const [reloadSeconds, maxReloads] = [5, 24]

/** Shown until the confirmation arrives. */
export function AwaitingConfirmation({ sessionId }: { sessionId: string }) {
  const [search] = useSearchParams()
  const reloads = Number(search.get('asked')) || 0
  const query = new URLSearchParams({ session: sessionId, asked: String(reloads + 1) }).toString()
  const again = `/checkout/success?${query}`
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
        <noscript>
          {reloads < maxReloads && (
            <meta httpEquiv="refresh" content={`${String(reloadSeconds)};url=${again}`} />
          )}
          <TextLink to={again}>Look again</TextLink>
        </noscript>
      </Box>
    </>
  )
}
