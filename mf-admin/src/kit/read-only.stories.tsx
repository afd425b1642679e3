import { Stack } from '@shop/ui'
import { ReadValue } from './read-only'

export default {}

export const Values = () => (
  <Stack gap="1rem">
    <ReadValue label="Name">Hours Silk Robe</ReadValue>
    <ReadValue label="Subtitle" />
  </Stack>
)
