import type { FunctionDeclaration } from '../declaration/function'
import { checkoutDetails } from './checkout-details'

/** The functions of checkout, by name. */
export const checkoutFunctions = {
  start_checkout: {
    for: 'everyone',
    by: ['guest', 'buyer'],
    args: { p_details: { good: checkoutDetails, bad: 'refused' } },
  },
  reserve_checkout: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: { p_session_id: { good: '"@guestCheckout@"', bad: 'refused' } },
  },
  complete_checkout: {
    for: 'everyone',
    by: ['guest', 'buyer'],
    args: {
      p_session_id: { good: '"@unused@"', bad: 'refused' },
      p_idempotency_key: { good: '"@unused@"', bad: 'refused' },
    },
  },
  fail_checkout: {
    for: 'everyone',
    by: ['guest'],
    args: {
      p_session_id: { good: '"@guestCheckout@"', bad: 'refused' },
      p_reason: { good: '"declined"', bad: 'harmless' },
    },
  },
} satisfies Record<string, FunctionDeclaration>
