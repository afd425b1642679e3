import { BackendError } from '@shop/supabase'

// Refusals of the database whose own words say what to do.
const told = new Set([
  'insufficient_stock',
  'method_unavailable',
  'cart_empty',
  'payment_unavailable',
  'quantity_limit',
  'order_limit',
  'rate_limited',
])

/** What the shopper is told when the database refused to begin a checkout for a reason with words; else null. */
export function refusalOf(failure: Error): { title: string; description: string } | null {
  if (!(failure instanceof BackendError) || !told.has(failure.hint ?? '')) return null
  return {
    title: failure.hint === 'insufficient_stock' ? 'Insufficient Stock' : 'Checkout Error',
    description: failure.message,
  }
}
