import { HStack } from './layout'
import { PriceBlock } from './price-block'

export default {}

export const Variants = () => (
  <HStack gap="12" alignItems="start" flexWrap="wrap">
    <PriceBlock primary="£24.00" />
    <PriceBlock primary="£18.00" suffix="incl. VAT" was="£24.00" notes={['£15.00 excl. VAT']} />
    <PriceBlock primary="£18.00" suffix="incl. VAT" notes={['£9.00 per 100 g']} size="lg" />
  </HStack>
)
