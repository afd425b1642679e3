import type { Pence } from '@shop/pricing'
import Stripe from 'stripe'
import * as v from 'valibot'

/** A payment to be made on a Stripe Checkout page. */
interface StripePayment {
  checkoutId: string
  email: string
  currency: string
  amountPence: Pence
  /** Neutral name of the order on the page and the statement. */
  title: string
  successUrl: string
  cancelUrl: string
  /** How many payments of the checkout have failed: each needs a new page, as the old one has expired. */
  failedBefore: number
}

/** A Stripe Checkout session. */
interface StripePage {
  /** Stripe's id, "cs_test_…". */
  id: string
  url: string
}

/** A refund of a part of a payment. */
interface StripeRefund {
  /** The refund's id in the shop's database, by which Stripe's record of it is found again. */
  id: string
  paymentIntent: string
  amountPence: Pence
  /** How often staff have tried it again after a failure. */
  round: number
  /** Stripe may have been asked before without the answer being kept. */
  askedBefore: boolean
}

/** Stripe has rejected a refund for good: asking again is of no use. */
export class RefundRejected extends Error {}

/** The calls the shop makes to Stripe, and the parser of its webhooks. */
export interface StripeApi {
  /** Creates a Checkout session; idempotent by checkout, amount and number of failed payments. @throws Error */
  createPage(payment: StripePayment): Promise<StripePage>
  /**
   * Expires a Checkout session, so that it can no longer be paid.
   * https://docs.stripe.com/api/checkout/sessions/expire
   * @throws Error also when it was already paid or expired
   */
  endPage(pageId: string): Promise<void>
  /**
   * Refunds a part of a payment, once: by an idempotency key, and since Stripe forgets keys after a day, by looking for the
   * refund where it may have been made before.
   * @returns Stripe's id of the refund, succeeded or pending
   * @throws RefundRejected when Stripe will not pay it; Error when it may later
   */
  refundPart(refund: StripeRefund): Promise<string>
  /**
   * Parses a webhook's body after verifying its signature; the fields are not validated. Null for a signed body that is
   * not JSON.
   * @param signature the header `Stripe-Signature`
   * @throws Error when the signature is missing, wrong or older than five minutes
   */
  readEvent(body: string, signature: string | undefined): unknown
}

/** Credentials and URL of Stripe. */
interface StripeAccess {
  /** Must never leave the server. */
  secretKey: string
  webhookSecret: string
  /** URL of Stripe's API; a fake in tests. */
  apiUrl?: string | undefined
}

// Later versions remove `payment_method_types` from Checkout and configure methods in the Dashboard only.
const apiVersion = '2026-08-26.dahlia'
// A call and its one retry must end while the visitor waits for the page.
const timeoutMs = 7_000
const retries = 1
const madeRefund = v.object({ id: v.string(), status: v.string(), failure_reason: v.optional(v.string()) })
const listedRefunds = v.object({
  data: v.array(v.object({ ...madeRefund.entries, metadata: v.nullish(v.record(v.string(), v.string())) })),
})
const isPaid = (status: string) => status === 'succeeded' || status === 'pending'
const pageSchema = v.object({ id: v.pipe(v.string(), v.regex(/^cs_\w+$/)), url: v.pipe(v.string(), v.url()) })

/** Host, port and protocol as the package takes them. */
function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl)
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}

/** The Stripe API, through Stripe's own package. */
export function stripeApi({ secretKey, webhookSecret, apiUrl }: StripeAccess): StripeApi {
  const stripe = new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    // Telemetry would send details of this machine and an id that the package writes to the home folder.
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
          // With another amount Stripe would reject the same key; after a failed payment it would return the expired page again.
          idempotencyKey: `${checkoutId}_${String(amountPence)}${failedBefore > 0 ? `_${String(failedBefore)}` : ''}`,
        },
      )
      return v.parse(pageSchema, page)
    },
    async endPage(pageId) {
      await stripe.checkout.sessions.expire(pageId, {}, { idempotencyKey: `end_${pageId}` })
    },
    async refundPart({ id, paymentIntent, amountPence, round, askedBefore }) {
      if (askedBefore) {
        const found: unknown = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
        const made = v
          .parse(listedRefunds, found)
          .data.find(({ metadata, status }) => metadata?.shop_refund === id && isPaid(status))
        if (made) return made.id
      }
      let response: unknown
      try {
        response = await stripe.refunds.create(
          { payment_intent: paymentIntent, amount: amountPence, metadata: { shop_refund: id } },
          { idempotencyKey: round > 0 ? `refund_${id}_${String(round)}` : `refund_${id}` },
        )
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new RefundRejected(error.message)
        throw error
      }
      const made = v.parse(madeRefund, response)
      if (!isPaid(made.status))
        throw new RefundRejected(`Stripe reports the refund as ${made.failure_reason ?? made.status}.`)
      return made.id
    },
    readEvent(body, signature) {
      try {
        return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret)
      } catch (error) {
        // The package parses the body after verifying it; its verification errors have no common class.
        if (error instanceof SyntaxError) return null
        throw error
      }
    },
  }
}
