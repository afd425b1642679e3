import { shop, type Settings } from '@shop/settings'
import type { BackendError } from '@shop/supabase'
import { errorMessage } from '../error-message'
import type { Checkout, PaidCheckouts } from './paid-checkouts'
import type { StripeApi } from './stripe-api'

/** What the preparation needs. */
export interface PageParts {
  stripe: StripeApi
  checkouts: PaidCheckouts
  siteUrl: string
  /** The current payment provider. */
  provider: () => Promise<Settings['payment']['provider']>
  warn: (message: string) => void
}

/** Stripe's page for a checkout, or why there is none: an HTTP status, what the database or the shop said, and whether a change of an order was to be paid. */
export type PreparedPage =
  | { url: string }
  | {
      isEdit?: boolean
      status: 404 | 409 | 422 | 429 | 502
      rejection: { message: string; hint?: string | null; details?: string | null; code?: string }
    }

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
const minPence = 30
type Rejection = Pick<BackendError, 'message' | 'hint' | 'details' | 'code' | 'status'>
const sessionNotFound = { message: 'Checkout session expired or not found.', hint: 'session_not_found' }
/** HTTP status for a rejection by the database. */
const rejectionStatus = ({ status }: Rejection) => (status === 404 || status === 429 ? status : 409)
/** The rejection of a checkout whose amount a gift card has changed since its page was created; from the hold on it stays. */
async function changedAmount(
  checkouts: PaidCheckouts,
  session: string,
  { duePence }: Checkout,
): Promise<Rejection | null> {
  const held = await checkouts.find(session)
  if (!held || held.duePence === duePence) return null
  return {
    message: 'The amount to pay has changed.',
    hint: 'totals_changed',
    details: JSON.stringify({ total: held.totalPence / 100, due: held.duePence / 100 }),
    code: 'PT409',
    status: 409,
  }
}

/** Creates Stripe's page for a checkout and holds its stock. */
export async function preparePage(
  { stripe, checkouts, siteUrl, provider, warn }: PageParts,
  session: string,
): Promise<PreparedPage> {
  try {
    if ((await provider()) !== 'stripe')
      return { status: 404, rejection: { message: 'Payments by Stripe are off.' } }
    const checkout = await checkouts.find(session)
    if (!checkout?.open) return { status: 404, rejection: sessionNotFound }
    const { isEdit } = checkout
    if (checkout.duePence < minPence) {
      const message = `A card cannot be charged less than ${String(minPence)}p.`
      return { status: 422, rejection: { message }, isEdit }
    }
    const page = (step: string) => `${siteUrl}/checkout/${step}?session=${session}`
    // The page is created first, so that stock is only reserved when the visitor can pay; its URL is sent after the reservation.
    const { id, url } = await stripe.createPage({
      checkoutId: session,
      email: checkout.email,
      currency: checkout.currency,
      amountPence: checkout.duePence,
      title: `${shop.name} order`,
      successUrl: isEdit ? `${page('change')}&paid` : page('success'),
      cancelUrl: page(isEdit ? 'change' : 'payment'),
      failedBefore: checkout.failedPayments,
    })
    const rejection = (await checkouts.hold(session)) ?? (await changedAmount(checkouts, session, checkout))
    if (!rejection) return { url }
    // If it is paid all the same, the webhook creates the order or refunds the payment.
    await stripe.endPage(id).catch((error: unknown) => {
      warn(`A page of Stripe's could not be ended: ${errorMessage(error)}`)
    })
    await checkouts.fail(session, rejection.message)
    const { message, hint, details, code } = rejection
    return { status: rejectionStatus(rejection), rejection: { message, hint, details, code }, isEdit }
  } catch (error) {
    warn(`A payment by Stripe could not be prepared: ${errorMessage(error)}`)
    return { status: 502, rejection: { message: 'The payment could not be prepared.' } }
  }
}
