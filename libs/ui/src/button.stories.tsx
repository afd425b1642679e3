import { Button } from './button'
import { HStack, Stack } from './layout'

export default {}

export const Variants = () => (
  <Stack gap="4">
    {(['primary', 'quiet', 'danger', 'text'] as const).map((variant) => (
      <HStack key={variant} gap="4" flexWrap="wrap">
        <Button variant={variant}>Save</Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <Button variant={variant} busy>
          Busy
        </Button>
        <Button variant={variant} busy busyLabel="Saving...">
          Save
        </Button>
      </HStack>
    ))}
    <Button full>As wide as its container</Button>
  </Stack>
)
