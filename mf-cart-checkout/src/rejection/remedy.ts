import { paymentDeclined } from './payment-declined'
import type { Rejection } from './rejection'

/** The request that was rejected: a checkout, a new one with another total, or its payment. */
export type AttemptedStep = 'starting' | 'restarting' | 'paying'

/** How the pages handle a rejection. */
export interface Remedy {
  title: string
  description: string
  /** The page where the shopper can put it right; null for the one they are on. */
  page: 'cart' | 'delivery' | null
  /** Whether the shown data is stale: cart and shipping methods are then refetched. */
  refresh: boolean
}

const checkoutFailed = {
  title: 'Checkout Error',
  description: 'Something went wrong. Please try again.',
}
const cartChanged: Remedy = {
  title: 'Your cart has changed',
  description: 'It was changed in another tab or on another device. Nothing has been charged.',
  page: 'cart',
  refresh: true,
}
const deliveryWithdrawn: Remedy = {
  title: 'Checkout Error',
  description: 'The delivery option you chose is no longer available. Please choose another.',
  page: 'delivery',
  refresh: true,
}

/** The message and redirect for a rejection. A changed total is shown for acceptance first, see checkout-state.ts. */
export function remedyFor(rejection: Rejection, attempted: AttemptedStep): Remedy {
  const failed: Remedy = {
    ...(attempted === 'paying' ? paymentDeclined : checkoutFailed),
    page: null,
    refresh: false,
  }
  const atForm = attempted === 'starting'
  switch (rejection.kind) {
    case 'insufficient_stock':
      return {
        ...failed,
        title: 'Insufficient Stock',
        description: rejection.message,
        refresh: atForm,
      }
    case 'quantity_limit':
    case 'order_limit':
    case 'rate_limited':
    case 'payment_unavailable':
    case 'not_editable':
      return { ...failed, description: rejection.message, refresh: atForm }
    case 'cart_empty':
      return atForm ? { ...failed, description: rejection.message, refresh: true } : cartChanged
    case 'method_unavailable':
      return atForm ? { ...failed, description: rejection.message, refresh: true } : deliveryWithdrawn
    case 'totals_changed':
      // Same total, so the cart or the method changed, not a price.
      if (atForm) return failed
      return rejection.figures ? cartChanged : deliveryWithdrawn
    case 'hold_ended':
      return { ...failed, title: 'Checkout expired', description: rejection.message, page: 'delivery' }
    case 'session_ended':
      return { ...failed, title: 'You have been signed out', description: rejection.message }
    case 'session_not_found':
      if (atForm) return failed
      return { ...failed, title: 'Session Not Found', description: rejection.message, page: 'cart' }
    case 'payment_rejected':
      return { ...failed, title: rejection.title, description: rejection.message }
    case 'already_completed':
    case 'amount_differs':
    case 'declined':
    case 'details':
    case 'failed':
    case 'idempotency_key':
    case 'idempotency_mismatch':
    case 'invalid_field':
    case 'paid_twice':
    case 'payment_begun':
    case 'payment_reference':
    case 'payment_required':
    case 'payment_returned':
    case 'price_agreed':
    case 'sign_in_required':
    case 'variants':
      return failed
  }
}

/** The message beside a code's field when the check itself failed. */
export const codeCheckFailed = (rejection: Rejection): string =>
  rejection.kind === 'rate_limited' ? rejection.message : 'The code could not be checked. Please try again.'
