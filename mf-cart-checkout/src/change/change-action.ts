import { formAction, goTo } from '@shop/forms/posted'
import { completeCheckout } from '../payment/complete-checkout'
import { paymentRejection, type PaymentNotice } from '../payment/payment-notices'
import { providerOf } from '../payment/payment-provider'
import { parseRejection } from '../rejection/rejection'

/** What the page shows of a payment that changed no order. */
export interface ChangeResponse {
  notice: PaymentNotice
}

/** Pays for the edit of an order without scripts; the simulation's two seconds of waiting are left out. */
export const action = formAction<ChangeResponse>(async ({ form, url, data, settings }) => {
  const sessionId = url.searchParams.get('session') ?? ''
  // The web server, which has Stripe's key, prepares the page.
  if (settings.payment.provider === 'stripe')
    return { ...goTo('/payments/stripe/page', { session: sessionId }), status: 307 }
  const provider = providerOf(settings.payment.provider, form.get('decline') !== null, 1)
  const isDeclined = form.get('decline') !== null
  const pay = () =>
    isDeclined ? Promise.reject(new Error('Declined: a test of the shop')) : Promise.resolve('paid' as const)
  try {
    await completeCheckout(data.backend, sessionId, {
      ...provider,
      ...(settings.payment.provider === 'simulated' && { pay }),
    })
    return goTo('/checkout/change', { session: sessionId })
  } catch (error) {
    return { status: 409, shown: { notice: paymentRejection(parseRejection(error)) } }
  }
})
