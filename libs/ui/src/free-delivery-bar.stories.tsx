import { FreeDeliveryBar } from './free-delivery-bar'
import { Stack } from './layout'

export default {}

export const Progress = () => (
  <Stack gap="8" maxWidth="26rem">
    <FreeDeliveryBar remaining="£25.00" progress={0} />
    <FreeDeliveryBar remaining="£6.04" progress={0.75} />
    <FreeDeliveryBar progress={1} />
    <FreeDeliveryBar progress={1}>Delivery of this order is on us.</FreeDeliveryBar>
  </Stack>
)
