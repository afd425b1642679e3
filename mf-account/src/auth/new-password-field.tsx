import { useSettings } from '@shop/settings'
import { Box, Field, Text } from '@shop/ui'
import { useState, type ComponentProps } from 'react'
import { PasswordInput } from './password-input'
import { strengthOf } from './password-strength'

type NewPasswordFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'children' | 'hint'> & {
  label?: string
  /** A sentence before the one about its length. */
  note?: string
  autoFocus?: boolean
}

/** The field of a new password, with how strong it is. */
export function NewPasswordField({ label = 'Password', note, autoFocus, ...field }: NewPasswordFieldProps) {
  const { passwordMinimum } = useSettings().auth
  const length = `At least ${passwordMinimum} characters`
  const [password, setPassword] = useState(field.defaultValue ?? '')
  const { level, label: strength } = strengthOf(password)
  return (
    <Box display="grid" gap=".5rem">
      <Field label={label} required hint={note === undefined ? length : `${note} ${length}.`} {...field}>
        <PasswordInput
          autoComplete="new-password"
          autoFocus={autoFocus}
          onInput={({ currentTarget }) => {
            setPassword(currentTarget.value)
          }}
        />
      </Field>
      <Box display="grid" gap=".35rem" minHeight="2rem">
        <Box display="grid" gridTemplateColumns="repeat(4, 1fr)" gap=".25rem" aria-hidden="true">
          {[1, 2, 3, 4].map((step) => (
            <Box
              key={step}
              height="3px"
              borderRadius="2px"
              background={step <= level ? (level === 1 ? 'danger' : 'accent') : 'line'}
            />
          ))}
        </Box>
        <Text textStyle="small" color="muted" role="status" lineHeight={1.3}>
          {strength && `Strength: ${strength}`}
        </Text>
      </Box>
    </Box>
  )
}
