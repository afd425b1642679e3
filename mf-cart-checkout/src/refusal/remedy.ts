import type { Refusal } from './refusal'

/** What was asked for when it was refused: a checkout, one more with another total, or its payment. */
export type Asked = 'starting' | 'restarting' | 'paying'

/** What the pages do about a refusal. */
export interface Remedy {
  title: string
  description: string
  /** The page where the shopper can put it right; null for the one they are on. */
  page: 'cart' | 'delivery' | null
  /** Whether what was shown is out of date: cart and ways of delivery are then read again. */
  refresh: boolean
}

const checkoutFailed = {
  title: 'Checkout Error',
  description: 'Something went wrong. Please try again.',
}
const paymentFailed = {
  title: 'Payment Failed',
  description: 'There was an error processing your payment. Please try again.',
}
const cartChanged: Remedy = {
  title: 'Your cart has changed',
  description: 'It was changed in another tab or on another device. Nothing has been charged.',
  page: 'cart',
  refresh: true,
}
const deliveryWithdrawn: Remedy = {
  title: 'Checkout Error',
  description: 'The delivery you chose cannot be had any more. Please choose another.',
  page: 'delivery',
  refresh: true,
}

/** What to say about a refusal and where to lead. Another total is asked about first, see checkout-state.ts. */
export function remedyFor(refusal: Refusal, asked: Asked): Remedy {
  const failed: Remedy = {
    ...(asked === 'paying' ? paymentFailed : checkoutFailed),
    page: null,
    refresh: false,
  }
  const atForm = asked === 'starting'
  switch (refusal.kind) {
    case 'insufficient_stock':
      return {
        ...failed,
        title: 'Insufficient Stock',
        description: refusal.message,
        refresh: atForm,
      }
    case 'quantity_limit':
    case 'order_limit':
    case 'rate_limited':
    case 'payment_unavailable':
      return { ...failed, description: refusal.message, refresh: atForm }
    case 'cart_empty':
      return atForm ? { ...failed, description: refusal.message, refresh: true } : cartChanged
    case 'method_unavailable':
      return atForm ? { ...failed, description: refusal.message, refresh: true } : deliveryWithdrawn
    case 'totals_changed':
      // The same total, or none: not a price is another, but what is bought or how it is sent.
      if (atForm) return failed
      return refusal.figures ? cartChanged : deliveryWithdrawn
    case 'hold_ended':
      return { ...failed, title: 'Checkout expired', description: refusal.message, page: 'delivery' }
    case 'session_not_found':
      if (atForm) return failed
      return { ...failed, title: 'Session Not Found', description: refusal.message, page: 'cart' }
    case 'payment_refused':
      return { ...failed, title: refusal.title, description: refusal.message }
    case 'already_completed':
    case 'details':
    case 'failed':
    case 'idempotency_key':
    case 'idempotency_mismatch':
    case 'invalid_field':
    case 'payment_begun':
    case 'payment_required':
    case 'sign_in_required':
      return failed
  }
}

/** What to say beside a code's field when the code could not even be checked. */
export const codeCheckFailed = (refusal: Refusal): string =>
  refusal.kind === 'rate_limited' ? refusal.message : 'The code could not be checked. Please try again.'
