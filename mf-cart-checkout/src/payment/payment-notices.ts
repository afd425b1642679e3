import { formatPence } from '@shop/pricing'
import type { Rejection } from '../rejection/rejection'
import { remedyFor } from '../rejection/remedy'
import type { NoticeText } from '../order/notice'

/** Why nothing was paid, and where it is put right. */
export interface PaymentNotice extends NoticeText {
  to: 'cart' | 'delivery' | null
}

/** What the payment page says of a rejection. Nothing has been charged in any of them. */
export function paymentRejection(rejection: Rejection): PaymentNotice {
  if (rejection.kind === 'totals_changed' && rejection.figures) {
    const { totalPence, duePence } = rejection.figures
    const reason = rejection.reason ? `${rejection.reason} ` : ''
    return {
      title: 'Your total has changed',
      description: `${reason}It now comes to ${formatPence(duePence ?? totalPence)}. Nothing has been charged.`,
      to: 'delivery',
    }
  }
  const { title, description, page } = remedyFor(rejection, 'paying')
  const notice = /charged/i.test(description) ? description : `${description} Nothing has been charged.`
  return { title, description: notice, to: rejection.kind === 'insufficient_stock' ? 'cart' : page }
}
