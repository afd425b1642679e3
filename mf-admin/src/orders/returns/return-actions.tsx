import { Button, onDemand } from '@shop/ui'
import { useStaff } from '../../frame/staff/use-staff'
import type { OfficeReturn } from './office-returns'
import { WaitingExchange } from './waiting-exchange'

const DecideDialog = onDemand(async () => (await import('./decide-dialog')).DecideDialog, 'The return')
const ReceiveDialog = onDemand(async () => (await import('./receive-dialog')).ReceiveDialog, 'The return')
const RefundDialog = onDemand(
  async () => (await import('./refund-return-dialog')).RefundReturnDialog,
  'The refund',
)

const ExchangeDialog = onDemand(
  async () => (await import('./exchange-dialog')).ExchangeDialog,
  'The exchange',
)

const steps = {
  requested: { label: 'Decide', Dialog: DecideDialog, right: 'orders' },
  approved: { label: 'Receive', Dialog: ReceiveDialog, right: 'orders' },
  received: { label: 'Refund', Dialog: RefundDialog, right: 'refunds' },
} as const

interface NextStepProps {
  sent: OfficeReturn
  onOpen: (sent: OfficeReturn) => void
}

/** The button of a return's next step, for staff who may take it; nothing at its end. */
export function NextStep({ sent, onOpen }: NextStepProps) {
  const staff = useStaff()
  if (sent.state === 'refunded' || sent.state === 'rejected' || sent.waiting) return null
  const { label, right } = steps[sent.state]
  if (!staff.may(right)) return null
  return (
    <Button
      variant="quiet"
      aria-label={`${label}: return for ${sent.orderNumber}`}
      onClick={() => onOpen(sent)}
    >
      {label}
    </Button>
  )
}

/** The button that exchanges what has arrived, beside the one that refunds it. */
export function ExchangeStep({ sent, onOpen }: NextStepProps) {
  const staff = useStaff()
  if (sent.state !== 'received' || !staff.may('refunds')) return null
  if (sent.waiting) return <WaitingExchange sent={sent} payment={sent.waiting} />
  return (
    <Button
      variant="quiet"
      aria-label={`Exchange: return for ${sent.orderNumber}`}
      onClick={() => onOpen(sent)}
    >
      Exchange
    </Button>
  )
}

/** The dialog of an exchange. Outside of the list, so that it stays when the return leaves its page. */
export function Exchange({ sent, onClose }: { sent: OfficeReturn; onClose: () => void }) {
  return <ExchangeDialog sent={sent} onClose={onClose} />
}

/** The dialog of a return's next step. Outside of the list, so that it stays when the return leaves its page. */
export function ReturnStep({ sent, onClose }: { sent: OfficeReturn; onClose: () => void }) {
  if (sent.state === 'refunded' || sent.state === 'rejected') return null
  const { Dialog } = steps[sent.state]
  return <Dialog sent={sent} onClose={onClose} />
}
