import { Button } from '@shop/ui'
import { lazy, Suspense, useState } from 'react'
import { useStaff } from '../staff/use-staff'
import type { OfficeReturn } from './office-returns'

const DecideDialog = lazy(async () => ({ default: (await import('./decide-dialog')).DecideDialog }))
const ReceiveDialog = lazy(async () => ({ default: (await import('./receive-dialog')).ReceiveDialog }))
const RefundDialog = lazy(async () => ({
  default: (await import('./refund-return-dialog')).RefundReturnDialog,
}))

const steps = {
  requested: { label: 'Decide', Dialog: DecideDialog, right: 'orders' },
  approved: { label: 'Receive', Dialog: ReceiveDialog, right: 'orders' },
  received: { label: 'Refund', Dialog: RefundDialog, right: 'refunds' },
} as const

/** The next step of a return, for staff who may take it; nothing at its end. */
export function ReturnActions({ sent }: { sent: OfficeReturn }) {
  const staff = useStaff()
  // The return is kept as it was opened, though the list goes on.
  const [opened, setOpened] = useState<OfficeReturn | null>(null)
  if (sent.state === 'refunded' || sent.state === 'rejected') return null
  const { label, Dialog, right } = steps[sent.state]
  if (!staff.may(right)) return null
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`${label}: return for ${sent.orderNumber}`}
        onClick={() => setOpened(sent)}
      >
        {label}
      </Button>
      {opened && (
        <Suspense>
          <Dialog sent={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}
