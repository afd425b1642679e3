import { useAppMutation, useAppQuery } from '@shop/supabase'
import { Box, Button, chakra, Text, useAnnounce, useToast } from '@shop/ui'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Columns, Section } from '../../kit/section'
import { useStaff } from '../../frame/staff/use-staff'
import { TextField } from '../../kit/fields'
import { SearchField } from '../../kit/filters'
import { customerListQuery } from '../../people/customers/list-customers'
import { readCustomer } from './draft-record'
import type { DraftValues } from './draft-values'

const most = 6
const addressParts = ['address_line_1', 'address_line_2', 'city', 'state', 'postal_code'] as const

/** Who the draft is for: a known customer, or whoever has an email address. */
export function CustomerSection() {
  const { setValue } = useFormContext<DraftValues>()
  const [customer, email] = useWatch<DraftValues, ['customer_id', 'email']>({
    name: ['customer_id', 'email'],
  })
  const maySearch = useStaff().may('customers')
  const isKnown = customer !== ''
  return (
    <Section title="Customer">
      {isKnown ? (
        <Box display="flex" flexWrap="wrap" alignItems="center" gap=".5rem 1rem">
          <Text overflowWrap="anywhere">{email}</Text>
          <Button variant="quiet" onClick={() => setValue('customer_id', '', { shouldDirty: true })}>
            Use another email
          </Button>
        </Box>
      ) : (
        <>
          {maySearch && <CustomerFinder />}
          <TextField name="email" type="email" label="Email" autoComplete="off" maxLength={254} />
        </>
      )}
      <Columns count={3}>
        <TextField name="first_name" label="First name" autoComplete="off" maxLength={100} />
        <TextField name="last_name" label="Last name" autoComplete="off" maxLength={100} />
        <TextField name="phone" label="Phone" optional autoComplete="off" type="tel" maxLength={40} />
      </Columns>
    </Section>
  )
}

function CustomerFinder() {
  const { setValue } = useFormContext<DraftValues>()
  const [text, setText] = useState('')
  const toast = useToast()
  const announce = useAnnounce()
  const { data, isError } = useAppQuery(text === '' ? null : customerListQuery(text, '', 1), {
    keepPrevious: true,
  })
  const choose = useAppMutation({
    mutationFn: readCustomer,
    onSuccess: (found) => {
      if (!found) return
      const set = (name: keyof DraftValues, value: string) => setValue(name, value, { shouldDirty: true })
      set('customer_id', found.id)
      set('email', found.email)
      set('first_name', found.first_name)
      set('last_name', found.last_name)
      set('phone', found.phone)
      const { address } = found
      if (address) for (const part of addressParts) set(part, address[part])
      announce(`${found.email} chosen`)
    },
    onError: () => {
      toast({
        title: 'Error',
        description: 'The customer could not be loaded. Please try again.',
        status: 'error',
      })
    },
  })
  const found = text === '' ? [] : (data?.rows ?? []).slice(0, most)
  return (
    <Box display="grid" gap=".5rem">
      <SearchField label="Find a customer by name or email" value={text} onSearch={setText} maxLength={100} />
      {isError && (
        <Text role="alert" color="danger">
          The customers could not be loaded.
        </Text>
      )}
      <chakra.ul listStyle="none" aria-label="Customers found">
        {found.map(({ id, name, email }) => (
          <li key={id}>
            <Button variant="text" onClick={() => choose.mutate(id)}>
              {name === email ? email : `${name}, ${email}`}
            </Button>
          </li>
        ))}
      </chakra.ul>
      {text !== '' && data && found.length === 0 && (
        <Text color="muted">No customer is found by that. Enter an email instead.</Text>
      )}
    </Box>
  )
}
