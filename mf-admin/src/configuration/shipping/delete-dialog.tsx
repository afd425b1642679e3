import { Text } from '@shop/ui'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { kindWords, useDeleteShipping } from './change-shipping'
import type { Kind, OfficeShipping } from './office-shipping'

export interface ToDelete {
  kind: Kind
  record: { id: string; name: string; is_active: boolean }
}

/** What else a deletion does. */
function warning({ kind, record }: ToDelete, { methods, rules }: OfficeShipping): string | undefined {
  if (kind !== 'method') return undefined
  const isLast = record.is_active && methods.filter((method) => method.is_active).length === 1
  if (isLast) return 'It is the only active method: without it nobody can check out.'
  const isNamed = ({ conditions: { shipping_method: wanted } }: OfficeShipping['rules'][number]) =>
    typeof wanted === 'string' &&
    [record.name, record.id].some((word) => word.toUpperCase() === wanted.trim().toUpperCase())
  return rules.some(isNamed) ? 'Rules name it; without it they never apply.' : undefined
}

/** Asks before a zone, method or rule is deleted, in the words of `docs/specification/back-office.md`, "Shipping screen". */
export function DeleteDialog({
  toDelete,
  shipping,
  onClose,
}: {
  toDelete: ToDelete | null
  shipping: OfficeShipping
  onClose: () => void
}) {
  const remove = useDeleteShipping()
  // The dialog keeps its words while it closes.
  const [shown, setShown] = useState(toDelete)
  if (toDelete && toDelete !== shown) setShown(toDelete)
  const more = shown && warning(shown, shipping)
  const confirm = () => {
    if (!toDelete) return
    remove.mutate(
      { kind: toDelete.kind, id: toDelete.record.id },
      { onSuccess: () => document.getElementById('main')?.focus(), onSettled: onClose },
    )
  }
  return (
    <ConfirmDialog
      open={toDelete !== null}
      title={`Delete ${shown ? kindWords[shown.kind].toLowerCase() : ''}`}
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>Are you sure you want to delete this {shown?.kind}?</Text>
      <Text marginTop=".5rem" fontWeight={540}>
        {shown?.record.name}
      </Text>
      {more && (
        <Text marginTop=".5rem" color="warning">
          {more}
        </Text>
      )}
    </ConfirmDialog>
  )
}
