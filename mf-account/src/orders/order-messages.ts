import { formatPence, type Pence } from '@shop/pricing'
import { statusLabel } from '../status/status-label'

const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/London',
})

/** A day in London as orders show it: "Jan 05, 2025". */
export function orderDay(iso: string): string {
  return day.format(new Date(iso))
}

/** "£219.94 GBP". */
export function orderTotal(pence: Pence, currency: string): string {
  return `${formatPence(pence, currency)} ${currency}`
}

/** "No orders found" or "3 order(s) found". */
export function orderCount(count: number): string {
  return count === 0 ? 'No orders found' : `${count} order(s) found`
}

/**
 * The status of a payment as a label. Marking an order as refunded moves no money, so the label does not claim that the
 * refund has arrived.
 */
export function paymentLabel(status: string): string {
  return status === 'refunded' ? 'Refund arranged' : statusLabel(status)
}
