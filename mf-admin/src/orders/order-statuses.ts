import { inWords } from '../kit/in-words'

/** The states of a payment that staff may choose, by the value that is saved. */
export const paymentLabels = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
  refunded: 'Refunded',
} as const

/** The states of an order that staff may choose, by the value that is saved. 'completed' is what revenue counts. */
export const statusLabels = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  completed: 'Completed',
} as const

/** How far an order is: its status, or that some of it is sent. */
export const fulfilmentLabel = ({
  status,
  isPartlySent,
}: {
  status: string
  isPartlySent: boolean
}): string => (isPartlySent ? 'Partly sent' : inWords(status))
