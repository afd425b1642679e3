import { useForm } from '@shop/forms'
import { BackendError, useBackend } from '@shop/supabase'
import { Button, Checkbox, Field, Grid, HStack, Input, Stack, useToast } from '@shop/ui'
import type { ComponentProps, ReactNode } from 'react'
import { addressSchema } from './address-schema'
import { chooseDefault, saveAddress, type Address } from './read-addresses'

const Pair = ({ children }: { children: ReactNode }) => (
  <Grid gap="1.25rem" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
    {children}
  </Grid>
)

interface AddressFormProps {
  userId: string
  /** The address to change; null adds one. */
  address: Address | null
  /** Whether there is another address, so that the default is a choice. */
  hasOthers: boolean
  onSaved: () => Promise<void>
  onCancel: () => void
}

/** An address within the United Kingdom. */
export function AddressForm({ userId, address, hasOthers, onSaved, onCancel }: AddressFormProps) {
  const db = useBackend()
  const toast = useToast()
  const form = useForm(addressSchema, {
    initial: {
      firstName: address?.first_name ?? '',
      lastName: address?.last_name ?? '',
      line1: address?.address_line_1 ?? '',
      line2: address?.address_line_2 ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      postalCode: address?.postal_code ?? '',
      phone: address?.phone ?? '',
    },
    async submit(fields) {
      const id = await saveAddress(db, userId, address?.id ?? null, fields)
      if (fields.isDefault && !address?.is_default) await chooseDefault(db, id)
      toast({ title: 'Address saved', status: 'success' })
      await onSaved()
    },
    onRejected(error) {
      if (error instanceof BackendError && error.hint === 'postal_code')
        return { field: 'postalCode', message: error.message }
      toast({
        title: 'The address was not saved',
        description:
          error instanceof BackendError && error.hint === 'addresses_full'
            ? error.message
            : 'Everything you entered is still here. Please try again.',
        status: 'error',
      })
      return undefined
    },
  })
  const text = (
    name: Parameters<typeof form.field>[0],
    label: string,
    autoComplete: string,
    { optional = false, ...input }: ComponentProps<typeof Input> & { optional?: boolean } = {},
  ) => (
    <Field label={label} optional={optional} required={!optional} {...form.field(name)}>
      <Input autoComplete={autoComplete} maxLength={100} {...input} />
    </Field>
  )
  return (
    <form {...form.formProps} aria-label={address ? 'Change address' : 'New address'}>
      <Stack gap="1.25rem">
        <Pair>
          {text('firstName', 'First name', 'shipping given-name')}
          {text('lastName', 'Last name', 'shipping family-name')}
        </Pair>
        {text('line1', 'Address line 1', 'shipping address-line1', { maxLength: 200 })}
        {text('line2', 'Address line 2', 'shipping address-line2', { optional: true, maxLength: 200 })}
        <Pair>
          {text('city', 'City', 'shipping address-level2')}
          {text('state', 'County', 'shipping address-level1', { optional: true })}
        </Pair>
        <Pair>
          {text('postalCode', 'Postcode', 'shipping postal-code', {
            maxLength: 12,
            autoCapitalize: 'characters',
            spellCheck: false,
          })}
          {text('phone', 'Phone', 'shipping tel', { type: 'tel', maxLength: 40, optional: true })}
        </Pair>
        {hasOthers && !address?.is_default && (
          <Checkbox name="isDefault" label="Use as my default address at checkout" />
        )}
        <HStack gap=".75rem" flexWrap="wrap">
          <Button type="submit" busy={form.submitting} busyLabel="Saving...">
            Save address
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </HStack>
      </Stack>
    </form>
  )
}
