import { HStack } from './layout'
import { LinkButton } from './link-button'

export default {}

export const Variants = () => (
  <HStack gap="4" flexWrap="wrap">
    {(['primary', 'quiet', 'danger', 'text'] as const).map((variant) => (
      <LinkButton key={variant} to="/cart" variant={variant}>
        View cart
      </LinkButton>
    ))}
  </HStack>
)
