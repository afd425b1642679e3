import { storedItem, type StoredItem } from '@shop/state'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import type { PaymentProvider } from './payment-contract'

const replySchema = v.object({ order_number: v.string() })

/** The idempotency key of a session's payment in this tab: the same for every retry, also after a refresh, so that only one order is made. */
export const paymentKey = (sessionId: string): StoredItem<string> =>
  storedItem(`aurelle_pay_${sessionId}`, v.string(), {
    storage: 'session',
    format: 'text',
    fallback: '',
  })

function keyFor(sessionId: string): string {
  const stored = paymentKey(sessionId)
  const key = stored.read() || crypto.randomUUID()
  stored.write(key)
  return key
}

/**
 * Reserves the stock if the provider requires it, pays, then completes the order. Resolves with the order number, or null
 * when the visitor pays on the provider's page and the server completes the order. Stock is reserved before charging, and
 * released when the payment is declined.
 * @throws BackendError with hint 'totals_changed', 'insufficient_stock', …; the provider's error when it declines
 */
export async function completeCheckout(
  db: Backend,
  sessionId: string,
  provider: PaymentProvider,
  key = keyFor(sessionId),
): Promise<string | null> {
  const session = { p_session_id: sessionId }
  if (provider.reservesFirst) await row(db.rpc('reserve_checkout', session))
  try {
    if ((await provider.pay(sessionId)) === 'elsewhere') return null
  } catch (declined) {
    if (!provider.reservesFirst) throw declined
    const reason = declined instanceof Error ? declined.message : String(declined)
    await row(db.rpc('fail_checkout', { ...session, p_reason: reason })).catch((failure: unknown) => {
      console.error(failure)
    })
    throw declined
  }
  const reply = await row(
    db
      .rpc('complete_checkout', { ...session, p_idempotency_key: key })
      .setHeader('x-checkout-session', sessionId),
  )
  return v.parse(replySchema, reply).order_number
}
