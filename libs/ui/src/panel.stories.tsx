import { Button } from './button'
import { Stack, Text } from './layout'
import { Panel } from './panel'

export default {}

export const Variants = () => (
  <Stack gap="6">
    <Panel title="Address" actions={<Button variant="text">Change</Button>}>
      <Text>12 Mill Lane, Canterbury</Text>
    </Panel>
    <Panel>Without a title</Panel>
    <Panel title="Flush in the back office" flush>
      Up to its edges
    </Panel>
  </Stack>
)
