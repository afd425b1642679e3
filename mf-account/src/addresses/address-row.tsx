import { useBackend } from '@shop/supabase'
import { Badge, Box, Button, HStack, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { chooseDefault, deleteAddress, type Address } from './read-addresses'

interface AddressRowProps {
  address: Address
  onChanged: () => Promise<void>
  onEdit: () => void
}

/** One saved address with its actions. Deleting asks for confirmation in place. */
export function AddressRow({ address, onChanged, onEdit }: AddressRowProps) {
  const db = useBackend()
  const toast = useToast()
  const [busy, setBusy] = useState<'default' | 'delete' | null>(null)
  const [asking, setAsking] = useState(false)
  const name = `${address.first_name} ${address.last_name}`
  const run = async (what: 'default' | 'delete', work: () => Promise<void>) => {
    setBusy(what)
    try {
      await work()
      toast({ title: what === 'delete' ? 'Address deleted' : 'Default address changed', status: 'success' })
      await onChanged()
    } catch {
      toast({
        title: what === 'delete' ? 'The address was not deleted' : 'The default was not changed',
        description: 'Please try again in a moment.',
        status: 'error',
      })
    } finally {
      setBusy(null)
    }
  }
  const place = [address.address_line_2, address.city, address.state, address.postal_code]
  const label = `${name}, ${address.address_line_1}`
  return (
    <Box display="grid" gap=".75rem">
      <Box display="flex" justifyContent="space-between" gap="1rem" alignItems="start">
        <Box minWidth="0" overflowWrap="anywhere">
          <Text fontWeight={500}>{name}</Text>
          <Text color="inkSoft">{address.address_line_1}</Text>
          <Text color="inkSoft">{place.filter(Boolean).join(', ')}</Text>
          {address.phone && <Text color="muted">{address.phone}</Text>}
        </Box>
        {address.is_default && <Badge status="positive">Default</Badge>}
      </Box>
      {asking ? (
        <HStack gap=".75rem" flexWrap="wrap" role="group" aria-label={`Delete ${label}?`}>
          <Text>Delete this address?</Text>
          <Button
            variant="danger"
            autoFocus
            busy={busy === 'delete'}
            busyLabel="Deleting..."
            onClick={() => void run('delete', () => deleteAddress(db, address.id))}
          >
            Delete
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              setAsking(false)
            }}
          >
            Keep
          </Button>
        </HStack>
      ) : (
        <HStack gap=".25rem 1.25rem" flexWrap="wrap">
          <Button variant="text" aria-label={`Change ${label}`} onClick={onEdit}>
            Change
          </Button>
          {!address.is_default && (
            <Button
              variant="text"
              aria-label={`Make ${label} the default`}
              busy={busy === 'default'}
              busyLabel="Saving..."
              onClick={() => void run('default', () => chooseDefault(db, address.id))}
            >
              Make default
            </Button>
          )}
          <Button
            variant="text"
            aria-label={`Delete ${label}`}
            onClick={() => {
              setAsking(true)
            }}
          >
            Delete
          </Button>
        </HStack>
      )}
    </Box>
  )
}
