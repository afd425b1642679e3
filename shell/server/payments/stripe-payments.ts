import { shop, type Settings } from '@shop/settings'
import type { BackendError } from '@shop/supabase'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { csrfProtection } from '../csrf'
import { paidCheckouts } from './paid-checkouts'
import { stripeApi } from './stripe-api'

/** The secrets of payments by Stripe; none of them reaches a browser. */
export interface StripeSecrets {
  stripeKey: string
  webhookSecret: string
  /** The backend's own: with it the server completes what was paid. */
  backendKey: string
}

/** What payments by Stripe are run with. */
export interface StripeOptions extends StripeSecrets {
  supabaseUrl: string
  siteUrl: string
  /** Who takes the money at present. */
  provider: () => Promise<Settings['payment']['provider']>
  warn: (message: string) => void
  /** Where Stripe is; another in tests. */
  apiUrl?: string
}

// As the database makes them: other payments of the same Stripe account are none of the shop's business.
const checkoutId = v.pipe(v.string(), v.regex(/^cs_[0-9a-f]{64}$/))
const asked = v.object({ session: checkoutId })
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
const leastPence = 30
const noStore = { 'cache-control': 'no-store' }
const gone = { message: 'Checkout session expired or not found.', hint: 'session_not_found' }
/** The database's own answer as this server gives it on: what it refused, or that there were too many tries. */
const refusalStatus = ({ status }: BackendError) => (status === 404 || status === 429 ? status : 409)
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Payments by Stripe: `POST /session` gives the page that asks for a checkout's money, `POST /webhook` takes Stripe's word. */
export function stripePayments(options: StripeOptions): Hono {
  const { stripeKey, webhookSecret, backendKey, supabaseUrl, siteUrl, provider, warn, apiUrl } = options
  const stripe = stripeApi({ secretKey: stripeKey, webhookSecret, apiUrl })
  const checkouts = paidCheckouts(supabaseUrl, backendKey)
  const app = new Hono()

  const csrf = csrfProtection(siteUrl, (context) =>
    context.json({ message: 'This can be asked by the shop alone.' }, 403, noStore),
  )

  app.post('/session', bodyLimit({ maxSize: 1024 }), csrf, async (context) => {
    const body = v.safeParse(asked, await context.req.json().catch(() => null))
    if (!body.success) return context.json({ message: 'Name a checkout session.' }, 400, noStore)
    const { session } = body.output
    try {
      if ((await provider()) !== 'stripe')
        return context.json({ message: 'Payments by Stripe are off.' }, 404, noStore)
      const checkout = await checkouts.find(session)
      if (!checkout?.open) return context.json(gone, 404, noStore)
      if (checkout.duePence < leastPence)
        return context.json(
          { message: `A card cannot be charged less than ${String(leastPence)}p.` },
          422,
          noStore,
        )
      const page = (step: string) => `${siteUrl}/checkout/${step}?session=${session}`
      // The page first: stock is held for those alone who can pay. Its address is given away once the hold is there.
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
        // Were it paid nevertheless, the webhook would make the order or give the money back.
        await stripe.endPage(id).catch((error: unknown) => {
          warn(`A page of Stripe's could not be ended: ${reasonOf(error)}`)
        })
        await checkouts.fail(session, refusal.message)
        const { message, hint, details, code } = refusal
        return context.json({ message, hint, details, code }, refusalStatus(refusal), noStore)
      }
      return context.json({ url }, 200, noStore)
    } catch (error) {
      warn(`A payment by Stripe could not be prepared: ${reasonOf(error)}`)
      return context.json({ message: 'The payment could not be prepared.' }, 502, noStore)
    }
  })

  // Stripe asks again for days until it is answered with 200: what may succeed later is answered otherwise.
  app.post('/webhook', bodyLimit({ maxSize: 256 * 1024 }), async (context) => {
    let event: unknown
    try {
      event = stripe.readEvent(await context.req.text(), context.req.header('stripe-signature'))
    } catch {
      return context.text('The signature is missing, wrong or old.', 400, noStore)
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
        await checkouts.tellReturned(checkout, payment_intent, completion)
        warn(`No order could be made of the payment ${payment_intent}: it was refunded.`)
      }
      return context.text('Done.', 200, noStore)
    } catch (error) {
      warn(`A payment that Stripe told of (${payment_intent}) could not be settled yet: ${reasonOf(error)}`)
      return context.text('Not now.', 503, noStore)
    }
  })
  return app
}
