import { Field } from './field'
import { Input, Textarea } from './input'
import { Stack } from './layout'
import { NativeSelect } from './native-select'

export default {}

export const States = () => (
  <Stack gap="5" maxWidth="26rem">
    <Field label="Name" required>
      <Input />
    </Field>
    <Field label="Email" hint="For the receipt only." error="Email is invalid" defaultValue="rosa@">
      <Input type="email" />
    </Field>
    <Field label="Phone" optional>
      <Input type="tel" placeholder="07700 900000" />
    </Field>
    <Field label="Postcode" hideLabel reserve>
      <Input placeholder="Postcode" />
    </Field>
    <Field label="Disabled" defaultValue="GB">
      <Input disabled />
    </Field>
    <Field label="Message" error="Write a message">
      <Textarea rows={3} />
    </Field>
    <Field label="Country">
      <NativeSelect>
        <option>United Kingdom</option>
        <option>Ireland</option>
      </NativeSelect>
    </Field>
    <Field label="Region" error="Choose a region">
      <NativeSelect>
        <option>Choose</option>
      </NativeSelect>
    </Field>
  </Stack>
)
