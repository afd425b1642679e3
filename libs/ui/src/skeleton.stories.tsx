import { Stack } from './layout'
import { Loading, Skeleton } from './skeleton'

export default {}

export const Paragraph = () => (
  <Loading label="Loading products">
    <Stack gap="3" maxWidth="26rem">
      <Skeleton height="12rem" />
      <Skeleton height="1em" />
      <Skeleton height="1em" width="60%" />
    </Stack>
  </Loading>
)
