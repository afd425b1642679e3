import { Loading, Skeleton, Stack, Wrap } from '@shop/ui'

/** Placeholder of a page while its remote is loading. */
export function PageSkeleton() {
  return (
    <Wrap minHeight="100vh" paddingBlock="8">
      <Loading label="Loading">
        <Stack gap="6">
          <Skeleton height="3rem" width="min(24rem, 70%)" />
          <Skeleton height="60vh" width="100%" />
        </Stack>
      </Loading>
    </Wrap>
  )
}
