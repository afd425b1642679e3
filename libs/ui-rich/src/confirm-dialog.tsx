import { Button } from '@shop/ui'
import { useRef, type ReactNode } from 'react'
import { Dialog } from './dialog'

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** While the work is going on, "Deleting..." */
  busy?: boolean
  busyLabel?: string
  /** Red, for what destroys something. The focus then starts on the way out. */
  danger?: boolean
}

/** Asks before doing. The dialog stays until `onClose`, so the answer may take its time. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    onConfirm,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    busy,
    busyLabel,
    danger,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      dismissable={!busy}
      initialFocus={danger ? cancel : confirm}
      footer={
        <>
          <Button ref={cancel} variant="quiet" busy={busy} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            ref={confirm}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
