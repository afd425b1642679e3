import { onDemand } from '@shop/ui'
import { useState } from 'react'
import { QuietButton } from '../../kit/quiet-button'

const TwoFactorDialog = onDemand(
  async () => (await import('./two-factor-dialog')).TwoFactorDialog,
  'Two-factor sign-in',
)

/** Opens the two-factor sign-in of the member's own account. */
export function TwoFactorButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <QuietButton onClick={() => setOpen(true)}>Two-factor sign-in</QuietButton>
      {isOpen && <TwoFactorDialog onClose={() => setOpen(false)} />}
    </>
  )
}
