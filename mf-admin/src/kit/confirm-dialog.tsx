import { Button, chakra, Dialog } from '@shop/ui'
import { useRef, type ReactNode } from 'react'

/** The buttons of a dialog, at its lower edge; on a phone they share the width. */
export const DialogActions = chakra('div', {
  base: {
    position: 'sticky',
    zIndex: 1,
    bottom: { base: '-1.1rem', md: '-1.5rem' },
    display: 'flex',
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: '.75rem',
    margin: { base: '1.1rem -1.1rem -1.1rem', md: '1.5rem -1.5rem -1.5rem' },
    padding: { base: '1.1rem', md: '1.1rem 1.5rem' },
    borderTop: '1px solid {colors.line}',
    background: 'raised',
    borderRadius: { lg: '0 0 {radii.overlay} {radii.overlay}' },
    '@media (max-width: 559.98px)': { '& > button': { flex: '1' } },
  },
})

export interface ConfirmDialogProps {
  open: boolean
  title: string
  /** What happens, and whether it can be undone. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** The action destroys something. */
  danger?: boolean
  /** The action is running: the dialog stays open. */
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action. The harmless answer has the focus, so that Enter alone destroys nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel = 'Cancel', danger, busy, busyLabel } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (!busy) props.onClose()
  }
  return (
    <Dialog open={open} title={title} onClose={close} initialFocus={cancel}>
      <chakra.div overflowWrap="anywhere">{children}</chakra.div>
      <DialogActions>
        <Button ref={cancel} variant="quiet" onClick={close}>
          {cancelLabel}
        </Button>
        <Button
          variant={danger ? 'danger' : 'primary'}
          busy={busy}
          busyLabel={busyLabel}
          onClick={props.onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
