import { Button } from './button'
import { Text } from './layout'
import { Summary, SummaryRow, SummaryTotal } from './summary'

export default {}

export const Order = () => (
  <Summary title="Order summary" lines={<Text>2 × Cairn Trio</Text>} foot={<Button full>Check out</Button>}>
    <SummaryRow label="Subtotal" value="£48.00" />
    <SummaryRow label="Delivery" value="Free" />
    <SummaryTotal label="Total" value="£48.00" />
  </Summary>
)
