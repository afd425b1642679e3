/**
 * Every reason the database can name, in an error's hint, for refusing a call between cart and confirmation. Beside these it
 * names the field that does not hold what it should, with the code PT422.
 */
export const hints = [
  'already_completed',
  'cart_empty',
  'details',
  'hold_ended',
  'idempotency_key',
  'idempotency_mismatch',
  'insufficient_stock',
  'method_unavailable',
  'order_limit',
  'payment_begun',
  'payment_required',
  'payment_unavailable',
  'quantity_limit',
  'rate_limited',
  'session_not_found',
  'sign_in_required',
  'totals_changed',
] as const
