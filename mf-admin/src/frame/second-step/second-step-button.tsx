import { onDemand } from '@shop/ui'
import { useState } from 'react'
import { QuietButton } from '../../kit/quiet-button'

const SecondStepDialog = onDemand(
  async () => (await import('./second-step-dialog')).SecondStepDialog,
  'Two-factor sign-in',
)

/** Opens the second step of the member's own account. */
export function SecondStepButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <QuietButton onClick={() => setOpen(true)}>Two-factor sign-in</QuietButton>
      {isOpen && <SecondStepDialog onClose={() => setOpen(false)} />}
    </>
  )
}
