import { formatPence } from '@shop/pricing'
import type { Refusal } from '../refusal/refusal'
import { remedyFor } from '../refusal/remedy'
import type { NoticeText } from '../order/notice'

/** Why nothing was paid, and where it is put right. */
export interface PaymentNotice extends NoticeText {
  to: 'cart' | 'delivery' | null
}

/** What the payment page says of a refusal. Nothing has been charged in any of them. */
export function paymentRefusal(refusal: Refusal): PaymentNotice {
  if (refusal.kind === 'totals_changed' && refusal.figures) {
    const { totalPence, duePence } = refusal.figures
    const reason = refusal.reason ? `${refusal.reason} ` : ''
    return {
      title: 'Your total has changed',
      description: `${reason}It now comes to ${formatPence(duePence ?? totalPence)}. Nothing has been charged.`,
      to: 'delivery',
    }
  }
  const { title, description, page } = remedyFor(refusal, 'paying')
  const notice = /charged/i.test(description) ? description : `${description} Nothing has been charged.`
  return { title, description: notice, to: refusal.kind === 'insufficient_stock' ? 'cart' : page }
}
