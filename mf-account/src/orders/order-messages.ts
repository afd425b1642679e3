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

/** "No orders found" or "3 order(s) found". @param count up to 1,001, which means more than a thousand */
export function orderCount(count: number): string {
  if (count === 0) return 'No orders found'
  return `${count > 1000 ? '1000+' : String(count)} order(s) found`
}

/** Where an order's receipt stands for its owner. */
export const receiptPath = (number: string): string => `/account/orders/${number}/receipt`

/**
 * The status of a payment as a label. Marking an order as refunded moves no money, so the label does not claim that the
 * refund has arrived.
 */
export function paymentLabel(status: string): string {
  return status === 'refunded' ? 'Refund arranged' : statusLabel(status)
}
