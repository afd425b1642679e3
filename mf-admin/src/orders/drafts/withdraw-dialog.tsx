import { useToast } from '@shop/ui'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { useEndDraft, type Draft } from './draft-record'

/** Asks before a draft is withdrawn. */
export function WithdrawDialog({
  draft,
  onDone,
  onClose,
}: {
  draft: Draft
  onDone: (draft: Draft) => void
  onClose: () => void
}) {
  const toast = useToast()
  const end = useEndDraft()
  return (
    <ConfirmDialog
      open
      danger
      title={`Withdraw draft ${draft.label}?`}
      confirmLabel="Withdraw"
      cancelLabel="Keep it"
      busy={end.isPending}
      busyLabel="Withdrawing..."
      onConfirm={() =>
        end.mutate(
          { draft, withdraw: true },
          {
            onSuccess: (withdrawn) => {
              toast({
                title: 'Success',
                description: `Draft ${draft.label} is withdrawn.`,
                status: 'success',
              })
              onDone(withdrawn)
            },
            onError: (error) => {
              toast({
                title: 'Error',
                description: `The draft was not withdrawn. ${error.message}`,
                status: 'error',
              })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      A payment link that is open ends, and nobody can pay for it any more. It cannot be undone.
    </ConfirmDialog>
  )
}
