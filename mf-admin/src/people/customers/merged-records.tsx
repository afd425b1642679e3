import { counted, formatPence } from '@shop/pricing'
import { Link } from '@shop/router'
import { Button, chakra, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { formatDate } from '../../kit/dates'
import { errorWords } from '../../kit/error-words'
import { useUnmergeCustomer } from './change-customer'
import type { CustomerProfile } from './customer-profile'

const List = chakra('ul', {
  base: {
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
    '& > li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '.5rem 1rem',
      padding: '.7rem 1.1rem',
      overflowWrap: 'anywhere',
    },
    '& > li + li': { borderTop: '1px solid {colors.line}' },
  },
})

/** The guests' records that are merged into a customer's, or the one that this is merged into, and the way back. */
export function MergedRecords({ customer }: { customer: CustomerProfile }) {
  const toast = useToast()
  const unmerge = useUnmergeCustomer()
  const [undoing, setUndoing] = useState<{ id: string; email: string } | null>(null)
  const { merged, mergedInto } = customer
  const undo = () => {
    if (!undoing) return
    unmerge.mutate(undoing.id, {
      onSuccess: () => {
        toast({ title: 'Success', description: `${undoing.email} is a customer again.`, status: 'success' })
        setUndoing(null)
      },
      onError: (error) =>
        toast({
          title: 'Error',
          description: errorWords(error, 'Failed to undo the merge. Please try again.'),
          status: 'error',
        }),
    })
  }
  return (
    <>
      {mergedInto ? (
        <Text overflowWrap="anywhere">
          This record is merged into{' '}
          <chakra.a asChild textDecoration="underline">
            <Link to={`/admin/customers?customer=${mergedInto.id}`}>{mergedInto.name}</Link>
          </chakra.a>
          .{' '}
          <Button variant="quiet" onClick={() => setUndoing(customer)}>
            Undo merge
          </Button>
        </Text>
      ) : (
        <List aria-label="Merged records">
          {merged.map((record) => (
            <li key={record.id}>
              <div>
                <Text>{record.email}</Text>
                <Text textStyle="micro" color="muted">
                  {counted(record.orders, 'order')}, {formatPence(record.spentPence)}, merged on{' '}
                  {formatDate(record.mergedAt)}
                </Text>
              </div>
              <Button
                variant="quiet"
                aria-label={`Undo merge of ${record.email}`}
                onClick={() => setUndoing(record)}
              >
                Undo merge
              </Button>
            </li>
          ))}
        </List>
      )}
      <ConfirmDialog
        open={undoing !== null}
        title="Undo merge"
        confirmLabel="Undo merge"
        busy={unmerge.isPending}
        busyLabel="Undoing..."
        onConfirm={undo}
        onClose={() => setUndoing(null)}
      >
        {undoing?.email} becomes a customer of their own again, with their orders and notes. Tags that the
        merge brought stay.
      </ConfirmDialog>
    </>
  )
}
