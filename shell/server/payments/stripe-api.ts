import type { Pence } from '@shop/pricing'
import Stripe from 'stripe'
import * as v from 'valibot'

/** A payment as Stripe's page is to ask for it. */
interface StripePayment {
  checkoutId: string
  email: string
  currency: string
  amountPence: Pence
  /** What the page and the statement call it: neutral words. */
  title: string
  successUrl: string
  cancelUrl: string
  /** How many payments of the checkout have failed so far: after each there is a new page, for the old one was ended. */
  failedBefore: number
}

/** A page of Stripe's that asks for a payment. */
interface StripePage {
  /** Stripe's own, "cs_test_…". */
  id: string
  url: string
}

/** The calls the shop makes to Stripe, and its reading of what Stripe sends. */
export interface StripeApi {
  /** Makes a page that asks for the payment, once for a checkout, amount and number of failed payments. @throws Error */
  createPage(payment: StripePayment): Promise<StripePage>
  /**
   * Ends a page, so that nobody can pay on it any more.
   * https://docs.stripe.com/api/checkout/sessions/expire
   * @throws Error also when it was paid or ended before
   */
  endPage(pageId: string): Promise<void>
  /**
   * Gives all the money of a payment back; done once, however often it is asked. Resolves when Stripe says that the money
   * is back or on its way. @throws Error
   */
  refund(paymentIntent: string): Promise<void>
  /**
   * The event in a webhook's body: its signature is checked, its fields are not. Null for a signed body that is not JSON.
   * @param signature the header `Stripe-Signature`
   * @throws Error when the signature is missing, wrong or older than five minutes
   */
  readEvent(body: string, signature: string | undefined): unknown
}

/** How Stripe is reached. */
interface StripeAccess {
  /** Never to leave the server. */
  secretKey: string
  webhookSecret: string
  /** Where Stripe is; another in tests. */
  apiUrl?: string | undefined
}

// Later versions have no `payment_method_types` for Checkout: which methods it offers is then set in the Dashboard alone.
const apiVersion = '2026-08-26.dahlia'
// A call and its one retry end while a visitor still waits for the page.
const timeoutMs = 7_000
const retries = 1
const refundSchema = v.object({ status: v.picklist(['succeeded', 'pending']) })
const pageSchema = v.object({ id: v.pipe(v.string(), v.regex(/^cs_\w+$/)), url: v.pipe(v.string(), v.url()) })

/** Host, port and protocol as the package takes them. */
function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl)
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}

/** Stripe, by its own package. */
export function stripeApi({ secretKey, webhookSecret, apiUrl }: StripeAccess): StripeApi {
  const stripe = new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    // Otherwise the package sends the machine's system and an id that it writes into the home folder.
    telemetry: false,
    ...(apiUrl !== undefined && addressOf(apiUrl)),
  })
  return {
    async createPage(payment) {
      const { checkoutId, email, currency, amountPence, title, successUrl, cancelUrl, failedBefore } = payment
      const page: unknown = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          payment_method_types: ['card'],
          client_reference_id: checkoutId,
          customer_email: email,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: amountPence,
                product_data: { name: title },
              },
            },
          ],
          success_url: successUrl,
          cancel_url: cancelUrl,
        },
        {
          // With another amount Stripe would refuse the same key; after a failed payment it would give the ended page again.
          idempotencyKey: `${checkoutId}_${String(amountPence)}${failedBefore > 0 ? `_${String(failedBefore)}` : ''}`,
        },
      )
      return v.parse(pageSchema, page)
    },
    async endPage(pageId) {
      await stripe.checkout.sessions.expire(pageId, {}, { idempotencyKey: `end_${pageId}` })
    },
    async refund(paymentIntent) {
      let refund: unknown
      try {
        refund = await stripe.refunds.create(
          { payment_intent: paymentIntent },
          { idempotencyKey: `refund_${paymentIntent}` },
        )
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded') return
        throw error
      }
      // Stripe answers 200 to a refund that failed, too.
      if (!v.is(refundSchema, refund)) throw new Error(`Stripe did not refund ${paymentIntent}`)
    },
    readEvent(body, signature) {
      try {
        return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret)
      } catch (error) {
        // The package parses what it has verified. Not every error of its verification has a class of its own.
        if (error instanceof SyntaxError) return null
        throw error
      }
    },
  }
}
