import Heart from 'lucide-react/icons/heart'
import { IconButton, IconLink } from './icon-button'
import { HStack } from './layout'

export default {}

export const Variants = () => (
  <HStack gap="4" flexWrap="wrap">
    <IconButton icon={Heart} label="Small" size="s" />
    <IconButton icon={Heart} label="Medium" />
    <IconButton icon={Heart} label="Large" size="l" />
    <IconButton icon={Heart} label="Quiet" variant="quiet" />
    <IconButton icon={Heart} label="Filled" filled />
    <IconButton icon={Heart} label="Disabled" disabled />
    <IconButton icon={Heart} label="Wishlist, 3 items" count={3} />
    <IconLink icon={Heart} label="Wishlist, 12 items" count={12} to="/wishlist" />
  </HStack>
)
