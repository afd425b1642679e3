import { Box, chakra, Field, Heading, Input, Text } from '@shop/ui'
import type { ComponentProps } from 'react'
import { OptionalField } from './optional-field'
import type { CheckoutFields } from './checkout-form'

interface AddressFieldsProps {
  fields: CheckoutFields
  problemOf: (name: keyof CheckoutFields) => string | undefined
  onChange: (name: keyof CheckoutFields, value: string) => void
  onLeave: (name: keyof CheckoutFields) => void
  /** For signed-in customers: why the fields are filled in. */
  remembered: string | null
}

const Part = chakra('section', { base: { display: 'grid', gap: '1.25rem' } })

const Pair = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.25rem 1rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  },
  variants: {
    /** Beside each other on a phone too. */
    tight: { true: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  },
})

/** Contact and address, in the order in which people in the UK write them and with the names that browsers autofill. */
export function AddressFields({ fields, problemOf, onChange, onLeave, remembered }: AddressFieldsProps) {
  const field = (
    name: keyof CheckoutFields,
    label: string,
    autoComplete: string,
    more: ComponentProps<typeof Input> & { optional?: boolean; hint?: string } = {},
  ) => {
    const { optional, hint, ...input } = more
    return (
      <Field label={label} error={problemOf(name)} hint={hint} required={!optional} optional={optional}>
        <Input
          name={name}
          value={fields[name]}
          autoComplete={autoComplete}
          maxLength={254}
          onChange={(event) => {
            onChange(name, event.currentTarget.value)
          }}
          onBlur={(event) => {
            if (event.currentTarget.value !== '') onLeave(name)
          }}
          {...input}
        />
      </Field>
    )
  }
  return (
    <>
      <Part>
        <Box display="grid" gap=".5rem">
          <Heading level={2}>Contact</Heading>
          {remembered !== null && (
            <Text role="status" textStyle="small" color="inkSoft" minHeight={{ base: '3.2em', md: '1.6em' }}>
              {remembered}
            </Text>
          )}
        </Box>
        <Pair>
          {field('email', 'Email', 'email', {
            type: 'email',
            inputMode: 'email',
            hint: 'Plain subject line, no product names.',
          })}
          {field('phone', 'Phone', 'tel', {
            type: 'tel',
            optional: true,
            hint: 'Only if the carrier needs you.',
          })}
        </Pair>
      </Part>
      <Part>
        <Heading level={2}>Delivery address</Heading>
        <Pair>
          {field('firstName', 'First name', 'shipping given-name')}
          {field('lastName', 'Last name', 'shipping family-name')}
        </Pair>
        {field('line1', 'Address line 1', 'shipping address-line1')}
        <OptionalField opener="Add address line 2" filled={fields.line2 !== ''}>
          {(control) =>
            field('line2', 'Address line 2', 'shipping address-line2', { optional: true, ...control })
          }
        </OptionalField>
        <Pair tight>
          {field('city', 'Town or city', 'shipping address-level2')}
          {field('postalCode', 'Postcode', 'shipping postal-code', {
            maxLength: 12,
            autoCapitalize: 'characters',
            spellCheck: false,
          })}
        </Pair>
        <Pair tight>
          <Field label="Country">
            <Input value="United Kingdom" readOnly autoComplete="shipping country-name" />
          </Field>
          <OptionalField opener="Add county" filled={fields.state !== ''}>
            {(control) => field('state', 'County', 'shipping address-level1', { optional: true, ...control })}
          </OptionalField>
        </Pair>
      </Part>
    </>
  )
}
