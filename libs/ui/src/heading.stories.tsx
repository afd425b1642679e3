import { Heading } from './heading'
import { Stack } from './layout'

export default {}

export const Levels = () => (
  <Stack gap="4">
    <Heading level={1} look="display">
      Display
    </Heading>
    {([1, 2, 3] as const).map((level) => (
      <Heading key={level} level={level}>
        Heading {level}
      </Heading>
    ))}
  </Stack>
)
