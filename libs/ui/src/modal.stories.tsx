import { useState } from 'react'
import { Button } from './button'
import { Modal } from './modal'

export default {}

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
