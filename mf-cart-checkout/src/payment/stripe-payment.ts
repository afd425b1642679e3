import { BackendError } from '@shop/supabase'
import * as v from 'valibot'
import { PaymentRejected } from '../rejection/payment-rejected'
import type { PaymentProvider } from './payment-contract'

const tooLittle = 422
// A rejection of the database, forwarded by the web server: sold out, changed or expired.
const rejectionSchema = v.object({
  message: v.string(),
  hint: v.string(),
  code: v.optional(v.string()),
  details: v.optional(v.nullable(v.string())),
})
const responseSchema = v.object({ url: v.pipe(v.string(), v.url()) })

/** Redirects to Stripe Checkout. The web server reads the amount due from the database. */
export const stripePayment: PaymentProvider = {
  reservesFirst: false,
  note: 'You pay by card on a page of Stripe, our payment provider, and come back here.',
  pay: async (sessionId) => {
    const response = await fetch('/payments/stripe/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: sessionId }),
    })
    if (response.status === tooLittle) {
      throw new PaymentRejected(
        'Too little to pay by card',
        'A card cannot be charged less than 30p. Take your code away, or add something to your cart.',
      )
    }
    const body: unknown = await response.json().catch(() => null)
    if (v.is(rejectionSchema, body)) throw new BackendError(response.status, body)
    if (!response.ok) throw new Error(`The payment could not be prepared (${String(response.status)})`)
    location.assign(v.parse(responseSchema, body).url)
    return 'elsewhere'
  },
}
