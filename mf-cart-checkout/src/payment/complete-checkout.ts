import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import type { PaymentProvider } from './payment-contract'

const replySchema = v.object({ order_number: v.string() })

/** The idempotency key of a checkout's payment: one checkout has one, however often and from wherever it is paid. */
const paymentKeyOf = (sessionId: string): string =>
  sessionId.replace(/^cs_(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

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
      .rpc('complete_checkout', { ...session, p_idempotency_key: paymentKeyOf(sessionId) })
      .setHeader('x-checkout-session', sessionId),
  )
  return v.parse(replySchema, reply).order_number
}
