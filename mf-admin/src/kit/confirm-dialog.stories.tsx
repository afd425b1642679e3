import { Button } from '@shop/ui'
import { useState } from 'react'
import { ConfirmDialog, DialogActions, type ConfirmDialogProps } from './confirm-dialog'

export default {}

function Asked(props: Pick<ConfirmDialogProps, 'danger' | 'busy'>) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <ConfirmDialog
        {...props}
        open={open}
        title="Delete Silk Robe?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={() => setOpen(false)}
        onClose={() => setOpen(false)}
      >
        This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

export const Harmless = () => <Asked />
export const Danger = () => <Asked danger />
export const Busy = () => <Asked danger busy />
export const ActionsAlone = () => (
  <DialogActions>
    <Button variant="quiet">Cancel</Button>
    <Button variant="primary">Save</Button>
  </DialogActions>
)
