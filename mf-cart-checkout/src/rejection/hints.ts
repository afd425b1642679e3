/**
 * Every error hint with which the database rejects a call between cart and confirmation. For invalid fields the hint is the
 * name of the field, with the code PT422.
 */
export const hints = [
  'already_completed',
  'amount_differs',
  'cart_empty',
  'details',
  'hold_ended',
  'idempotency_key',
  'idempotency_mismatch',
  'insufficient_stock',
  'method_unavailable',
  'not_editable',
  'order_limit',
  'paid_twice',
  'payment_begun',
  'payment_reference',
  'payment_required',
  'payment_returned',
  'payment_unavailable',
  'price_agreed',
  'quantity_limit',
  'rate_limited',
  'session_ended',
  'session_not_found',
  'sign_in_required',
  'totals_changed',
  'variants',
] as const
