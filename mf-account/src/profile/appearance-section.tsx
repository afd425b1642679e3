import { Field, NativeSelect, useColorMode } from '@shop/ui'
import { Section } from '../settings/section'

/** Light, dark or as the device. */
export function AppearanceSection() {
  const { mode, setMode } = useColorMode()
  return (
    <Section title="Appearance">
      <Field label="Theme" hint="Kept on this device.">
        <NativeSelect
          value={mode}
          onChange={({ target: { value } }) =>
            setMode(value === 'dark' || value === 'system' ? value : 'light')
          }
        >
          <option value="light">Light</option>
          <option value="dark">Dark</option>
          <option value="system">Match my device</option>
        </NativeSelect>
      </Field>
    </Section>
  )
}
