import Star from 'lucide-react/icons/star'
import { Icon } from './icon'
import { HStack } from './layout'

export default {}

export const Sizes = () => (
  <HStack gap="4" flexWrap="wrap">
    <Icon as={Star} size="s" />
    <Icon as={Star} />
    <Icon as={Star} size="l" />
    <Icon as={Star} filled color="brass" label="Featured" />
  </HStack>
)
