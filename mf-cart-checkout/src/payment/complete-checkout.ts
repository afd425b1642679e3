import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { simulatedPayment } from './payment-provider'

const replySchema = v.object({ order_number: v.string() })

/** One key for every try to pay a session, also after a refresh, so that all tries together make one order. */
function keyFor(sessionId: string): string {
  const name = `aurelle_pay_${sessionId}`
  try {
    const kept = sessionStorage.getItem(name) ?? crypto.randomUUID()
    sessionStorage.setItem(name, kept)
    return kept
  } catch {
    return crypto.randomUUID()
  }
}

/** Pays, then makes the order; gives its number. @throws BackendError with hint 'totals_changed', 'insufficient_stock', … */
export async function completeCheckout(db: Backend, sessionId: string): Promise<string> {
  const key = keyFor(sessionId)
  await simulatedPayment.pay(sessionId)
  const reply = await row(db.rpc('complete_checkout', { p_session_id: sessionId, p_idempotency_key: key }).setHeader('x-checkout-session', sessionId))
  return v.parse(replySchema, reply).order_number
}
