import { useAppQuery } from '@shop/supabase'
import { Button, Stack, Text } from '@shop/ui'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { isOrderedQuery } from './change-products'
import type { ListedProduct } from './list-products'

interface DeleteProductProps {
  product: ListedProduct
  /** It is being deleted. */
  busy: boolean
  onClose: () => void
  onDelete: () => void
  onArchive: () => void
}

/** Asks before a product is deleted, and offers to archive one that was ordered. */
export function DeleteProduct({ product, busy, onClose, onDelete, onArchive }: DeleteProductProps) {
  const { data: isOrdered, error } = useAppQuery(isOrderedQuery(product.id))
  const mayHaveOrders = isOrdered ?? error !== null
  return (
    <ConfirmDialog
      open
      title="Delete product"
      confirmLabel="Delete"
      danger
      busy={busy}
      busyLabel="Deleting..."
      onClose={onClose}
      onConfirm={onDelete}
    >
      <Stack gap="1rem" justifyItems="start">
        <Text>{`Are you sure you want to delete "${product.name}"? This action cannot be undone.`}</Text>
        {mayHaveOrders && (
          <>
            <Text role="status">
              {isOrdered
                ? 'It was ordered. Its orders keep their names and prices, but what comes back can no longer go into stock.'
                : 'We couldn’t check whether it was ordered. If it was, what comes back can no longer go into stock.'}{' '}
              Archived, it leaves the shop and can be restored.
            </Text>
            {!product.isArchived && (
              <Button variant="quiet" disabled={busy} onClick={onArchive}>
                Archive instead
              </Button>
            )}
          </>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
