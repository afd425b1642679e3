import { Grid, Heading, Text, useToast } from '@shop/ui'
import type { ConflictField } from '../../kit/conflict-view'
import { TagField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useConflict } from '../../kit/use-conflict'
import { useSaveCustomer } from './change-customer'
import type { CustomerProfile } from './customer-profile'
import {
  customerForm,
  customerFormWithoutAddress,
  customerRecord,
  customerValues,
  readCustomer,
  tagLength,
  type CustomerValues,
} from './customer-values'
import { Columns } from '../../kit/section'

const fields: ConflictField<CustomerValues>[] = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'phone', label: 'Phone' },
  {
    name: 'tags',
    label: 'Tags',
    show: (value) => (Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none'),
  },
  { name: 'address_first_name', label: 'First name of the address' },
  { name: 'address_last_name', label: 'Last name of the address' },
  { name: 'address_line_1', label: 'Address line 1' },
  { name: 'address_line_2', label: 'Address line 2' },
  { name: 'city', label: 'Town or city' },
  { name: 'state', label: 'County' },
  { name: 'postal_code', label: 'Postcode' },
  { name: 'address_phone', label: 'Phone of the address' },
]

interface CustomerFormProps {
  customer: CustomerProfile
  onClose: () => void
}

/** The dialog that corrects a customer's record. Mount it anew for another one. */
export function CustomerForm({ customer, onClose }: CustomerFormProps) {
  const toast = useToast()
  const save = useSaveCustomer()
  const country = customer.record.default_address?.country ?? null
  const opened = customerValues(customer.record)
  const conflict = useConflict<CustomerValues>(opened, fields, readCustomer)
  const form = useKitForm<CustomerValues, CustomerValues, void>(
    country === null ? customerFormWithoutAddress : customerForm,
    {
      defaultValues: opened.values,
      onSubmit: (values) =>
        save.mutateAsync({
          id: customer.id,
          version: conflict.base().version,
          values: customerRecord(values, country),
        }),
      onSaved: () => {
        toast({ title: 'Success', description: 'Customer updated successfully.', status: 'success' })
        onClose()
      },
      onRejected: conflict.catchStale,
      failure: 'Failed to save the customer. Please try again.',
    },
  )
  return (
    <FormDialog
      form={form}
      placement="wide"
      title="Edit customer"
      submitLabel="Save Changes"
      onClose={onClose}
    >
      {conflict.view}
      <Columns count={2}>
        <TextField {...form.field('first_name')} label="First name" autoComplete="off" maxLength={100} />
        <TextField {...form.field('last_name')} label="Last name" autoComplete="off" maxLength={100} />
      </Columns>
      <TextField
        {...form.field('phone')}
        type="tel"
        label="Phone"
        optional
        autoComplete="off"
        maxLength={40}
      />
      <Grid gap=".2rem">
        <Text fontWeight={520}>Email</Text>
        <Text overflowWrap="anywhere">{customer.email}</Text>
        <Text textStyle="small" color="muted">
          {customer.hasAccount
            ? 'The email cannot be changed here: the customer signs in with it, and changes it in their account.'
            : 'The email cannot be changed: it says whose orders these are. Correct a wrong address on the order, or merge this customer with another.'}
        </Text>
      </Grid>
      <TagField
        {...form.field('tags')}
        label="Tags"
        optional
        maxLength={tagLength}
        hint="Separated by commas, in lower case. Only staff see them, and the list can be filtered by them."
      />
      {country !== null && (
        <>
          <Heading level={3}>Default address</Heading>
          <Columns count={2}>
            <TextField
              {...form.field('address_first_name')}
              label="First name of the address"
              required
              autoComplete="off"
              maxLength={100}
            />
            <TextField
              {...form.field('address_last_name')}
              label="Last name of the address"
              required
              autoComplete="off"
              maxLength={100}
            />
          </Columns>
          <TextField
            {...form.field('address_line_1')}
            label="Address line 1"
            required
            autoComplete="off"
            maxLength={200}
          />
          <TextField
            {...form.field('address_line_2')}
            label="Address line 2"
            optional
            autoComplete="off"
            maxLength={200}
          />
          <Columns count={2}>
            <TextField
              {...form.field('city')}
              label="Town or city"
              required
              autoComplete="off"
              maxLength={120}
            />
            <TextField {...form.field('state')} label="County" optional autoComplete="off" maxLength={120} />
          </Columns>
          <Columns count={2}>
            <TextField
              {...form.field('postal_code')}
              label="Postcode"
              required
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={16}
            />
            <TextField
              {...form.field('address_phone')}
              type="tel"
              label="Phone of the address"
              optional
              autoComplete="off"
              maxLength={40}
            />
          </Columns>
        </>
      )}
    </FormDialog>
  )
}
