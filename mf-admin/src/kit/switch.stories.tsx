import { Stack } from '@shop/ui'
import { Switch } from './switch'

export default {}

export const States = () => (
  <Stack gap="2" maxWidth="26rem">
    <Switch label="Off" />
    <Switch label="On" hint="With what it changes." defaultChecked />
    <Switch label="Disabled" disabled />
    <Switch label="Disabled and on" disabled defaultChecked />
  </Stack>
)
