import { Box, Button, Text } from '@shop/ui'

interface LoadMoreProps {
  shown: number
  count: number
  busy: boolean
  onMore: () => void
}

/** How much of a list is shown, and a button for more of it; nothing when all is. */
export function LoadMore({ shown, count, busy, onMore }: LoadMoreProps) {
  if (shown >= count) return null
  return (
    <Box display="grid" justifyItems="center" gap="1rem" paddingTop="section">
      <Text textStyle="small" color="muted">{`${String(shown)} of ${String(count)} shown`}</Text>
      <Button variant="quiet" busy={busy} busyLabel="Loading..." onClick={onMore}>Load more</Button>
    </Box>
  )
}
