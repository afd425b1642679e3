import { formAction, goTo } from '@shop/forms/posted'
import type { Settings } from '@shop/settings'
import { ensureQuery } from '@shop/supabase'
import { sessionQuery, type CheckoutSession } from '../checkout/checkout-session'
import { completeCheckout } from './complete-checkout'
import type { PaymentProvider } from './payment-contract'
import { providerOf } from './payment-provider'
import { parseRejection } from '../rejection/rejection'
import { paymentRejection, type PaymentNotice } from './payment-notices'

/** What the payment page shows of a payment that made no order. */
export interface PaymentResponse {
  notice: PaymentNotice
}

/** As with scripts, but for the simulation's two seconds of waiting. */
function providerFor(
  name: Settings['payment']['provider'],
  decline: boolean,
  { duePence }: CheckoutSession,
): PaymentProvider {
  const provider = providerOf(name, decline, duePence)
  if (name !== 'simulated' || duePence === 0) return provider
  const declined = () => Promise.reject(new Error('Declined: a test of the shop'))
  return { ...provider, pay: decline ? declined : () => Promise.resolve('paid') }
}

/** Pays where nobody else's page is needed for it: the simulation, and what codes pay for completely. */
export const action = formAction<PaymentResponse>(async ({ form, url, data, settings }) => {
  const sessionId = url.searchParams.get('session') ?? ''
  const session = await ensureQuery(data, sessionQuery(sessionId, 'pending'))
  const success = goTo('/checkout/success', { session: sessionId })
  if (!session) {
    const paid = await ensureQuery(data, sessionQuery(sessionId, 'completed'))
    return paid ? success : { status: 404, shown: { notice: paymentRejection({ kind: 'failed' }) } }
  }
  const { provider: name } = settings.payment
  // The web server, which has Stripe's key, prepares the page.
  if (name === 'stripe' && session.duePence > 0)
    return { ...goTo('/payments/stripe/page', { session: sessionId }), status: 307 }
  try {
    const provider = providerFor(name, form.get('decline') !== null, session)
    await completeCheckout(data.backend, sessionId, provider)
    return success
  } catch (error) {
    const rejection = parseRejection(error)
    if (rejection.kind === 'already_completed') return success
    return { status: 409, shown: { notice: paymentRejection(rejection) } }
  }
})
