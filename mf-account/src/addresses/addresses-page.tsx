import { useAppQuery, useQueryClient } from '@shop/supabase'
import { Box, Button, Text } from '@shop/ui'
import { useRef, useState } from 'react'
import { AccountFrame } from '../settings/account-frame'
import { SettingsError, SettingsLoading } from '../settings/load-states'
import { AddressForm } from './address-form'
import { AddressRow } from './address-row'
import { addressesQuery } from './read-addresses'

/** Saved addresses: one is the default that the checkout proposes. */
export function Component() {
  return (
    <AccountFrame
      title="Addresses"
      description="Where we deliver your orders. Your default address is filled in at checkout."
    >
      {(user) => <Addresses userId={user.id} />}
    </AccountFrame>
  )
}

function Addresses({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const { data: addresses, error, isFetching, refetch } = useAppQuery(addressesQuery(userId))
  // The address in the form: its id, 'new', or none.
  const [edited, setEdited] = useState<string | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const onChanged = async () => {
    setEdited(null)
    void queries.invalidateQueries({ queryKey: ['last address', userId] })
    await queries.invalidateQueries({ queryKey: ['addresses', userId] })
    addButton.current?.focus()
  }
  if (error && !addresses)
    return (
      <SettingsError
        title="Your addresses could not be loaded"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!addresses) return <SettingsLoading label="Loading addresses" />
  const close = () => {
    setEdited(null)
  }
  return (
    <Box display="grid" gap="1.75rem">
      {addresses.length === 0 && edited === null && (
        <Text color="inkSoft">No address yet. The first one becomes your default.</Text>
      )}
      <Box as="ul" display="grid" listStyleType="none" padding="0" margin="0">
        {addresses.map((address) => (
          <Box as="li" key={address.id} borderTop="1px solid {colors.line}" paddingBlock="1.25rem">
            {edited === address.id ? (
              <AddressForm
                userId={userId}
                address={address}
                hasOthers={addresses.length > 1}
                onSaved={onChanged}
                onCancel={close}
              />
            ) : (
              <AddressRow
                address={address}
                onChanged={onChanged}
                onEdit={() => {
                  setEdited(address.id)
                }}
              />
            )}
          </Box>
        ))}
      </Box>
      {edited === 'new' ? (
        <AddressForm
          userId={userId}
          address={null}
          hasOthers={addresses.length > 0}
          onSaved={onChanged}
          onCancel={close}
        />
      ) : (
        <Button
          ref={addButton}
          justifySelf="start"
          onClick={() => {
            setEdited('new')
          }}
        >
          Add an address
        </Button>
      )}
    </Box>
  )
}
