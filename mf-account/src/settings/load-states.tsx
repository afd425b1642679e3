import { Box, ErrorState, Loading, Skeleton } from '@shop/ui'

/** While a page of settings loads, at about its final size. */
export function SettingsLoading({ label, rows = 3 }: { label: string; rows?: number }) {
  return (
    <Loading label={label}>
      <Box display="grid" gap="1.25rem">
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height="4.6rem" width="100%" />
        ))}
      </Box>
    </Loading>
  )
}

/** Names the data that could not be loaded, with a retry. */
export function SettingsError({
  title,
  retrying,
  onRetry,
}: {
  title: string
  retrying: boolean
  onRetry: () => void
}) {
  return (
    <ErrorState
      title={title}
      text="Nothing has been lost. Please try again."
      retrying={retrying}
      onRetry={onRetry}
    />
  )
}
