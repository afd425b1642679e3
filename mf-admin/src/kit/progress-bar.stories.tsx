import { Stack } from '@shop/ui'
import { ProgressBar } from './progress-bar'

export default {}

export const States = () => (
  <Stack gap="4">
    <ProgressBar aria-label="Imported" value={0.4} />
    <ProgressBar aria-label="Uploading" />
  </Stack>
)
