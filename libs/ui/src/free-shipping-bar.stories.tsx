import { FreeShippingBar } from './free-shipping-bar'
import { Stack } from './layout'

export default {}

export const Progress = () => (
  <Stack gap="8" maxWidth="26rem">
    <FreeShippingBar remaining="£25.00" progress={0} />
    <FreeShippingBar remaining="£6.04" progress={0.75} />
    <FreeShippingBar progress={1} />
    <FreeShippingBar progress={1}>Delivery of this order is on us.</FreeShippingBar>
  </Stack>
)
