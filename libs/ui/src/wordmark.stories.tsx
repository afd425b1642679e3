import { Stack } from './layout'
import { Wordmark } from './wordmark'

export default {}

export const Sizes = () => (
  <Stack gap="4">
    <Wordmark size="s" />
    <Wordmark />
    <Wordmark size="l" />
  </Stack>
)
