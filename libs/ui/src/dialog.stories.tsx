import { useState } from 'react'
import { Button } from './button'
import { Dialog, Modal } from './dialog'
import type { DialogProps } from './dialog-props'

export default {}

function Opened({ placement }: Pick<DialogProps, 'placement'>) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delivery"
        description="Where we send to."
        placement={placement}
      >
        We deliver in plain packaging.
      </Dialog>
    </>
  )
}

export const Centre = () => <Opened />
export const Wide = () => <Opened placement="wide" />
export const Bottom = () => <Opened placement="bottom" />
export const Left = () => <Opened placement="left" />

export const FillsTheWindow = () => {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Modal open={open} onClose={close} placement="window" aria-label="Picture">
        <Button onClick={close}>Close</Button>
      </Modal>
    </>
  )
}
