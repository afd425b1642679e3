import { Stack, Text } from './layout'
import { TextLink } from './text-link'

export default {}

export const Variants = () => (
  <Stack gap="4" alignItems="start">
    <Text>
      Read about <TextLink to="/delivery">delivery</TextLink> first.
    </Text>
    <TextLink to="/delivery" plain>
      Underlined on hover
    </TextLink>
    <TextLink to="/delivery" block>
      A block of 44 px
    </TextLink>
  </Stack>
)
