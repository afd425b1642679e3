import { BackendError } from '@shop/supabase'
import * as v from 'valibot'
import { PaymentRefused } from '../refusal/payment-refused'
import type { PaymentProvider } from './payment-contract'

const tooLittle = 422
// A refusal of the database, forwarded by the web server: sold out, changed or expired.
const refusalSchema = v.object({
  message: v.string(),
  hint: v.string(),
  code: v.optional(v.string()),
  details: v.optional(v.nullable(v.string())),
})
const answerSchema = v.object({ url: v.pipe(v.string(), v.url()) })

/** Redirects to Stripe Checkout. The web server reads the amount due from the database. */
export const stripePayment: PaymentProvider = {
  reservesFirst: false,
  note: 'You pay by card on a page of Stripe, our payment provider, and come back here.',
  pay: async (sessionId) => {
    const answer = await fetch('/payments/stripe/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: sessionId }),
    })
    if (answer.status === tooLittle) {
      throw new PaymentRefused(
        'Too little to pay by card',
        'A card cannot be charged less than 30p. Take your code away, or add something to your cart.',
      )
    }
    const body: unknown = await answer.json().catch(() => null)
    if (v.is(refusalSchema, body)) throw new BackendError(answer.status, body)
    if (!answer.ok) throw new Error(`The payment could not be prepared (${String(answer.status)})`)
    location.assign(v.parse(answerSchema, body).url)
    return 'elsewhere'
  },
}
