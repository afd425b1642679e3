import { Field, NativeSelect, useColorMode } from '@shop/ui'

/** Light, dark or as the device. */
export function AppearanceField({ label }: { label: string }) {
  const { mode, setMode } = useColorMode()
  return (
    <Field label={label} hint="Kept on this device.">
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
  )
}
