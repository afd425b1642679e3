import * as v from 'valibot'
import { PaymentRefused, type PaymentProvider } from './payment-provider'

const tooLittle = 422
const answerSchema = v.object({ url: v.pipe(v.string(), v.url()) })

/** Leads to a page of Stripe's for this checkout. What is to be paid the web server reads from the database. */
export const stripePayment: PaymentProvider = {
  note: 'You pay by card on a page of Stripe, our payment provider, and come back here.',
  pay: async (sessionId) => {
    const answer = await fetch('/payments/stripe/session', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ session: sessionId }),
    })
    if (answer.status === tooLittle) {
      throw new PaymentRefused('Too little to pay by card', 'A card cannot be charged less than 30p. Take your code away, or add something to your cart.')
    }
    if (!answer.ok) throw new Error(`The payment could not be prepared (${String(answer.status)})`)
    location.assign(v.parse(answerSchema, await answer.json()).url)
    return 'elsewhere'
  },
}
