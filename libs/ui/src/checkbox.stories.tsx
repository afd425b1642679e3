import { Checkbox } from './checkbox'
import { Stack } from './layout'

export default {}

export const States = () => (
  <Stack gap="1" alignItems="start" maxWidth="20rem">
    <Checkbox label="Unchecked" />
    <Checkbox label="Checked" defaultChecked />
    <Checkbox label="Some of a group" indeterminate />
    <Checkbox label="Disabled" disabled />
    <Checkbox label="Disabled and checked" disabled defaultChecked />
    <Checkbox label="With a count" aside="12" />
    <Checkbox label="The label is for screen readers" hideLabel />
  </Stack>
)
