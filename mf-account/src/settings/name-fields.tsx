import { limits } from '@shop/forms/schema'
import { Field, Grid, Input } from '@shop/ui'
import type { ComponentProps } from 'react'

interface NameFieldsProps {
  /** The props of a field, as `useForm` has them. */
  field: (
    name: 'firstName' | 'lastName',
  ) => Pick<ComponentProps<typeof Field>, 'name' | 'error' | 'defaultValue'>
}

/** First and last name, side by side. */
export function NameFields({ field }: NameFieldsProps) {
  return (
    <Grid gap="1.25rem" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      <Field label="First name" optional {...field('firstName')}>
        <Input autoComplete="given-name" maxLength={limits.name} />
      </Field>
      <Field label="Last name" optional {...field('lastName')}>
        <Input autoComplete="family-name" maxLength={limits.name} />
      </Field>
    </Grid>
  )
}
