import type { Pence } from '@shop/pricing'
import * as v from 'valibot'

/** What Stripe refused with. */
class StripeError extends Error {
  /** @param code Stripe's own word for it, such as "charge_already_refunded" */
  constructor(
    message: string,
    readonly status: number,
    readonly code: string | null,
  ) {
    super(message)
  }
}

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

/** The calls the shop makes to Stripe. */
export interface StripeApi {
  /** Makes a page that asks for the payment, once for a checkout, amount and number of failed payments. @throws StripeError */
  createPage(payment: StripePayment): Promise<StripePage>
  /**
   * Ends a page, so that nobody can pay on it any more.
   * https://docs.stripe.com/api/checkout/sessions/expire
   * @throws StripeError also when it was paid or ended before
   */
  endPage(pageId: string): Promise<void>
  /**
   * Gives all the money of a payment back; done once, however often it is asked. Resolves when Stripe says that the money
   * is back or on its way. @throws StripeError
   */
  refund(paymentIntent: string): Promise<void>
}

const stripeUrl = 'https://api.stripe.com'
const version = '2024-06-20'
const answerWithinMs = 15_000
const errorSchema = v.object({
  error: v.object({ message: v.optional(v.string(), 'refused'), code: v.optional(v.string()) }),
})
const refundSchema = v.object({ status: v.picklist(['succeeded', 'pending']) })
const pageSchema = v.object({ id: v.pipe(v.string(), v.regex(/^cs_\w+$/)), url: v.pipe(v.string(), v.url()) })

/** @param secretKey Stripe's, never to leave the server @param apiUrl where Stripe is; another in tests */
export function stripeApi(secretKey: string, apiUrl: string = stripeUrl): StripeApi {
  const post = async (
    path: string,
    form: Record<string, string>,
    idempotencyKey: string,
  ): Promise<unknown> => {
    const answer = await fetch(apiUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'idempotency-key': idempotencyKey,
        'stripe-version': version,
      },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const body: unknown = await answer.json().catch(() => null)
    if (answer.ok) return body
    const { error } = v.is(errorSchema, body)
      ? v.parse(errorSchema, body)
      : { error: { message: 'no reason given', code: undefined } }
    throw new StripeError(
      `Stripe answered ${String(answer.status)}: ${error.message}`,
      answer.status,
      error.code ?? null,
    )
  }
  return {
    async createPage({
      checkoutId,
      email,
      currency,
      amountPence,
      title,
      successUrl,
      cancelUrl,
      failedBefore,
    }) {
      const page = await post(
        '/v1/checkout/sessions',
        {
          mode: 'payment',
          'payment_method_types[0]': 'card',
          client_reference_id: checkoutId,
          customer_email: email,
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': currency.toLowerCase(),
          'line_items[0][price_data][unit_amount]': String(amountPence),
          'line_items[0][price_data][product_data][name]': title,
          success_url: successUrl,
          cancel_url: cancelUrl,
          // With another amount Stripe would refuse the same key; after a failed payment it would give the ended page again.
        },
        `${checkoutId}_${String(amountPence)}${failedBefore > 0 ? `_${String(failedBefore)}` : ''}`,
      )
      return v.parse(pageSchema, page)
    },
    async endPage(pageId) {
      await post(`/v1/checkout/sessions/${pageId}/expire`, {}, `end_${pageId}`)
    },
    async refund(paymentIntent) {
      const refund = await post(
        '/v1/refunds',
        { payment_intent: paymentIntent },
        `refund_${paymentIntent}`,
      ).catch((error: unknown) => {
        if (!(error instanceof StripeError) || error.code !== 'charge_already_refunded') throw error
        return { status: 'succeeded' }
      })
      // Stripe answers 200 to a refund that failed, too.
      if (!v.is(refundSchema, refund))
        throw new StripeError(`Stripe did not refund ${paymentIntent}`, 200, null)
    },
  }
}
