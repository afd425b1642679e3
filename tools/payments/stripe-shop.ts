import { afterAll, expect, vi } from 'vitest'
import { signature, startFakeStripe, stripeKey, webhookSecret } from '../../shell/server/payments/fake-stripe'
import { startRefundWorker } from '../../shell/server/payments/refund-worker'
import { stripePayments } from '../../shell/server/payments/stripe-payments'
import type { Checkout } from '../../supabase/tests/checkout-steps'
import { testBackend } from '../../supabase/tests/test-database'

/** A backend whose payments are Stripe's, the web server's part of them, and a Stripe that answers it. */
export async function startStripeShop() {
  const backend = await testBackend()
  const stripe = await startFakeStripe()
  afterAll(() => stripe.close())
  const { sql } = backend
  await sql`insert into shop_settings (key, value) values ('payment.provider', '"stripe"') on conflict (key) do update set value = excluded.value`
  const warnings: string[] = []
  const app = () =>
    stripePayments({
      stripeKey,
      webhookSecret,
      backendKey: backend.secretKey,
      supabaseUrl: backend.url,
      siteUrl: 'https://shop.example',
      provider: () => Promise.resolve('stripe'),
      warn: (message) => warnings.push(message),
      apiUrl: stripe.url,
    })
  /** The refunds of a payment that Stripe was asked for, in pence. */
  const returnedOf = (intent: string) =>
    stripe.refunds.filter(({ payment_intent }) => payment_intent === intent).map(({ amount }) => amount)
  return {
    sql,
    stripe,
    warnings,
    returnedOf,
    /** Runs the refund worker until every payment that is to go back, and every refund, has gone or has failed. */
    returnPayments: async () => {
      const worker = startRefundWorker({
        supabaseUrl: backend.url,
        backendKey: backend.secretKey,
        stripeKey,
        apiUrl: stripe.url,
        log: (line) => warnings.push(line),
        idleMs: 20,
      })
      await vi.waitFor(
        async () =>
          expect(
            await sql`select id from returned_payments where state = 'pending' union all select id from refunds where state = 'pending'`,
          ).toEqual([]),
        { timeout: 20_000 },
      )
      await worker.stop()
    },
    /** Asks for the page on which a checkout is paid. */
    ask: (session: string) =>
      app().request('/session', {
        method: 'POST',
        body: JSON.stringify({ session, total: 1, amount: 1 }),
        headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
      }),
    /** Sends an event as Stripe does. */
    send: (body: string) =>
      app().request('/webhook', { method: 'POST', body, headers: { 'stripe-signature': signature(body) } }),
    /** Quantities on hold for a checkout. */
    heldFor: async ({ session_id }: Checkout) =>
      [
        ...(await sql`select quantity from private.stock_holds where checkout_session_id = ${session_id} and expires_at > now()`),
      ].map(({ quantity }) => quantity as number),
    ordersOf: (id: string) =>
      sql`select total, payment_status, stripe_payment_intent_id from orders where checkout_session_id = ${id}`,
    /** Forgets the calls and warnings of the test before. */
    forget: () => {
      stripe.calls.length = 0
      warnings.length = 0
    },
  }
}
