import { shop, type Settings } from '@shop/settings'
import type { BackendError } from '@shop/supabase'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { csrfProtection } from '../csrf'
import { paidCheckouts } from './paid-checkouts'
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

// The database's own ids: the Stripe account may have payments of others.
const checkoutId = v.pipe(v.string(), v.regex(/^cs_[0-9a-f]{64}$/))
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
// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
const minPence = 30
const noStore = { 'cache-control': 'no-store' }
const sessionNotFound = { message: 'Checkout session expired or not found.', hint: 'session_not_found' }
/** HTTP status for a refusal by the database. */
const refusalStatus = ({ status }: BackendError) => (status === 404 || status === 429 ? status : 409)
const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Stripe payments: `POST /session` creates the Checkout page of a checkout, `POST /webhook` receives Stripe's events. */
export function stripePayments(options: StripeOptions): Hono {
  const { stripeKey, webhookSecret, backendKey, supabaseUrl, siteUrl, provider, warn, apiUrl } = options
  const stripe = stripeApi({ secretKey: stripeKey, webhookSecret, apiUrl })
  const checkouts = paidCheckouts(supabaseUrl, backendKey)
  const noteReturned = returnedRefunds(supabaseUrl, backendKey)
  const app = new Hono()

  const csrf = csrfProtection(siteUrl, (context) =>
    context.json({ message: 'This can be asked by the shop alone.' }, 403, noStore),
  )

  app.post('/session', bodyLimit({ maxSize: 1024 }), csrf, async (context) => {
    const body = v.safeParse(sessionRequest, await context.req.json().catch(() => null))
    if (!body.success) return context.json({ message: 'Name a checkout session.' }, 400, noStore)
    const { session } = body.output
    try {
      if ((await provider()) !== 'stripe')
        return context.json({ message: 'Payments by Stripe are off.' }, 404, noStore)
      const checkout = await checkouts.find(session)
      if (!checkout?.open) return context.json(sessionNotFound, 404, noStore)
      if (checkout.duePence < minPence)
        return context.json(
          { message: `A card cannot be charged less than ${String(minPence)}p.` },
          422,
          noStore,
        )
      const page = (step: string) => `${siteUrl}/checkout/${step}?session=${session}`
      // The page is created first, so that stock is only reserved when the visitor can pay; its URL is sent after the reservation.
      const { id, url } = await stripe.createPage({
        checkoutId: session,
        email: checkout.email,
        currency: checkout.currency,
        amountPence: checkout.duePence,
        title: `${shop.name} order`,
        successUrl: page('success'),
        cancelUrl: page('payment'),
        failedBefore: checkout.failedPayments,
      })
      const refusal = await checkouts.hold(session)
      if (refusal) {
        // If it is paid all the same, the webhook creates the order or refunds the payment.
        await stripe.endPage(id).catch((error: unknown) => {
          warn(`A page of Stripe's could not be ended: ${errorMessage(error)}`)
        })
        await checkouts.fail(session, refusal.message)
        const { message, hint, details, code } = refusal
        return context.json({ message, hint, details, code }, refusalStatus(refusal), noStore)
      }
      return context.json({ url }, 200, noStore)
    } catch (error) {
      warn(`A payment by Stripe could not be prepared: ${errorMessage(error)}`)
      return context.json({ message: 'The payment could not be prepared.' }, 502, noStore)
    }
  })

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
      if ((await provider()) !== 'stripe') return context.text('Payments by Stripe are off.', 503, noStore)
      const checkout = await checkouts.find(id)
      if (!checkout) return context.text('Not a checkout of this shop.', 200, noStore)
      const payment = { reference: payment_intent, amountPence: amount_total, currency }
      const completion = await checkouts.complete(id, payment)
      if (completion === 'amount_differs') {
        warn(
          `Stripe took ${String(amount_total)} ${currency} for a checkout of ${String(checkout.duePence)} ${checkout.currency} (${payment_intent}): no order was made.`,
        )
        return context.text('The amount is not that of the checkout.', 409, noStore)
      }
      if (completion !== 'completed') {
        await stripe.refund(payment_intent)
        await checkouts.queueReturnedMail(checkout, payment_intent, completion)
        warn(`No order could be made of the payment ${payment_intent}: it was refunded.`)
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
