import { checkoutId } from '@shop/cart/checkout-id'
import type { Settings } from '@shop/settings'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { errorMessage } from '../error-message'
import { csrfProtection } from '../forms/csrf'
import { paidCheckouts } from './paid-checkouts'
import { paymentRedirect } from './payment-redirect'
import { preparePage } from './prepare-page'
import { returnedRefund, returnedRefunds } from './returned-refunds'
import { stripeApi } from './stripe-api'

/** Secrets of Stripe payments; none of them may reach a browser. */
export interface StripeSecrets {
  stripeKey: string
  webhookSecret: string
  /** Secret key of the backend, with which the server completes paid checkouts. */
  backendKey: string
}

/** Options of Stripe payments. */
export interface StripeOptions extends StripeSecrets {
  supabaseUrl: string
  siteUrl: string
  /** The current payment provider. */
  provider: () => Promise<Settings['payment']['provider']>
  warn: (message: string) => void
  /** URL of Stripe's API; a fake in tests. */
  apiUrl?: string
}

const sessionRequest = v.object({ session: checkoutId })
const paidEvent = v.object({
  type: v.literal('checkout.session.completed'),
  data: v.object({
    object: v.object({
      client_reference_id: checkoutId,
      amount_total: v.number(),
      currency: v.string(),
      payment_status: v.literal('paid'),
      payment_intent: v.string(),
    }),
  }),
})
const noStore = { 'cache-control': 'no-store' }
/** Stripe payments: `POST /session` creates the Checkout page of a checkout, `POST /page` leads there from a form, `POST /webhook` receives Stripe's events. */
export function stripePayments(options: StripeOptions): Hono {
  const { stripeKey, webhookSecret, backendKey, supabaseUrl, siteUrl, provider, warn, apiUrl } = options
  const stripe = stripeApi({ secretKey: stripeKey, webhookSecret, apiUrl })
  const checkouts = paidCheckouts(supabaseUrl, backendKey)
  const noteReturned = returnedRefunds(supabaseUrl, backendKey)
  const parts = { stripe, checkouts, siteUrl, provider, warn }
  const app = new Hono()

  const csrf = csrfProtection(siteUrl, (context) =>
    context.json({ message: 'Cross-site request rejected.' }, 403, noStore),
  )

  app.post('/session', bodyLimit({ maxSize: 1024 }), csrf, async (context) => {
    const body = v.safeParse(sessionRequest, await context.req.json().catch(() => null))
    if (!body.success) return context.json({ message: 'Name a checkout session.' }, 400, noStore)
    const prepared = await preparePage(parts, body.output.session)
    return 'url' in prepared
      ? context.json({ url: prepared.url }, 200, noStore)
      : context.json(prepared.rejection, prepared.status, noStore)
  })

  app.post('/page', bodyLimit({ maxSize: 1024 }), csrfProtection(siteUrl), paymentRedirect(parts))

  // Stripe retries for days until it gets 200: whatever may succeed later gets another status.
  app.post('/webhook', bodyLimit({ maxSize: 256 * 1024 }), async (context) => {
    let event: unknown
    try {
      event = stripe.readEvent(await context.req.text(), context.req.header('stripe-signature'))
    } catch {
      return context.text('The signature is missing, wrong or old.', 400, noStore)
    }
    const returned = returnedRefund(event)
    if (returned) {
      try {
        // Refunds of orders from before the provider was changed come back all the same.
        const isNoted = await noteReturned(returned)
        return isNoted ? context.text('Done.', 200, noStore) : context.text('Not now.', 503, noStore)
      } catch (error) {
        warn(`A refund that came back (${returned.reference}) could not be noted yet: ${errorMessage(error)}`)
        return context.text('Not now.', 503, noStore)
      }
    }
    const paid = v.safeParse(paidEvent, event)
    if (!paid.success) return context.text('Nothing to do.', 200, noStore)
    const { client_reference_id: id, amount_total, currency, payment_intent } = paid.output.data.object
    try {
      if ((await provider()) !== 'stripe') {
        warn(`Stripe reports the payment ${payment_intent}, but payments by Stripe are off: it waits.`)
        return context.text('Payments by Stripe are off.', 503, noStore)
      }
      const checkout = await checkouts.find(id)
      if (!checkout) return context.text('Not a checkout of this shop.', 200, noStore)
      const payment = { reference: payment_intent, amountPence: amount_total, currency }
      const completion = await checkouts.complete(id, payment)
      if (completion !== 'completed' && completion !== 'returned') {
        await checkouts.returnPayment(id, payment, completion)
        const due = `${String(checkout.duePence)} ${checkout.currency}`
        warn(
          `No order could be made of the payment ${payment_intent} of ${String(amount_total)} ${currency}, due were ${due}: it goes back (${completion}).`,
        )
      }
      return context.text('Done.', 200, noStore)
    } catch (error) {
      warn(
        `A payment reported by Stripe (${payment_intent}) could not be settled yet: ${errorMessage(error)}`,
      )
      return context.text('Not now.', 503, noStore)
    }
  })
  return app
}
