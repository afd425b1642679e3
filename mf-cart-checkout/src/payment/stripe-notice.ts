import type { Rejection } from '../rejection/rejection'
import { paymentRejection, type PaymentNotice } from './payment-notices'

const rejections: readonly Rejection[] = [
  { kind: 'insufficient_stock', message: 'Something in your cart has sold out meanwhile.' },
  {
    kind: 'hold_ended',
    message: 'This checkout has been open for more than 45 minutes. Please start it again.',
  },
  { kind: 'payment_unavailable', message: 'This shop cannot take payments at the moment.' },
  { kind: 'rate_limited', message: 'Too many attempts. Please wait a moment and try again.' },
  { kind: 'session_not_found', message: 'Checkout session expired or not found.' },
]

const tooLittle: PaymentNotice = {
  title: 'Too little to pay by card',
  description:
    'A card cannot be charged less than 30p. Take your code away, or add something to your cart. Nothing has been charged.',
  to: 'delivery',
}

/**
 * What the payment page says when Stripe's page could not be prepared.
 * @param reason `rejected` in its address: a hint of the database, 'too_little', or anything else for a failure
 */
export function stripeNotice(reason: string | null): PaymentNotice | null {
  if (reason === null) return null
  if (reason === 'too_little') return tooLittle
  if (reason === 'totals_changed')
    return {
      title: 'Your cart has changed',
      description: 'Prices, codes or delivery are not what they were. Nothing has been charged.',
      to: 'delivery',
    }
  return paymentRejection(rejections.find(({ kind }) => kind === reason) ?? { kind: 'failed' })
}
