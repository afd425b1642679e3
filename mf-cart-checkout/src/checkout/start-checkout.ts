import { toPence, toPounds, type Pence } from '@shop/pricing'
import { BackendError, row, type Backend, type Json } from '@shop/supabase'
import * as v from 'valibot'
import { applyCard } from '../deductions/gift-card'
import { applyCode } from '../deductions/promotion-code'
import type { Problems } from '../deductions/use-deductions'
import { checkoutSchema, type CheckoutFields } from './checkout-form'

/** The codes to apply to a checkout, if any. */
export interface Codes {
  promotion: string | null
  giftCard: string | null
}

/** The input of a new checkout: the form, the amount due as shown, and the codes. */
export interface CheckoutInput {
  fields: CheckoutFields
  expectedPence: Pence
  codes: Codes
  reminder: Reminder
}

/** Whether the one email about an unfinished checkout was declined; null where the checkout said nothing of it. */
export type Reminder = { isDeclined: boolean } | null

/** A started checkout. */
export interface Started {
  sessionId: string
  /** The amount due. */
  duePence: Pence
  problems: Problems
}

/** The arguments of `start_checkout` for a valid form. */
export function detailsOf(fields: CheckoutFields) {
  const form = v.parse(checkoutSchema, fields)
  const address = {
    first_name: form.firstName,
    last_name: form.lastName,
    address_line_1: form.line1,
    address_line_2: form.line2,
    city: form.city,
    state: form.state,
    postal_code: form.postalCode,
    country: 'GB',
    phone: form.phone,
  }
  return {
    email: form.email,
    first_name: form.firstName,
    last_name: form.lastName,
    phone: form.phone,
    shipping_address: address,
    billing_address: address,
    shipping_method_id: form.method,
  }
}

/** Notes what the buyer chose. The checkout does not wait for it: if it is lost, no email is sent. */
function noteReminder(db: Backend, sessionId: string, reminder: Reminder): void {
  if (reminder === null) return
  row(db.rpc('note_reminder', { p_session_id: sessionId, p_declined: reminder.isDeclined })).catch(
    (error: unknown) => {
      console.error(error)
    },
  )
}

/** The arguments of `start_checkout`, also those of a checkout that is begun again. */
type Details = Record<string, Json | undefined>

/**
 * Starts a checkout. A guest's cart moves to a new id with it, so that whoever may know the old one sees nothing of what follows.
 * @param onMoved called when the cart has the new id
 */
async function start(db: Backend, details: Details, onMoved: () => void) {
  const next = db.hasSession() ? null : db.guest.prepareNextId()
  const moving = next === null ? details : { ...details, new_session_id: next }
  try {
    const session = await row(db.rpc('start_checkout', { p_details: moving }))
    if (next !== null) onMoved()
    return session
  } catch (error) {
    // Of a lost answer nobody knows whether the cart has moved.
    if (error instanceof BackendError && !error.retryable) db.guest.discardNextId()
    throw error
  }
}

/**
 * Starts a checkout. Without codes the database rejects a total other than the expected one; with codes the amount due is
 * only known after they are applied (promotion first), so the caller compares.
 * @param expectedPence null to accept any, where it is shown before anything is paid
 * @param reminder what the buyer was asked about an email, which nobody gets who was not asked
 * @param onMoved called when a guest's cart has a new id
 * @throws BackendError with hint 'totals_changed', 'insufficient_stock', …
 */
export async function beginCheckout(
  db: Backend,
  details: Details,
  expectedPence: Pence | null,
  { promotion, giftCard }: Codes,
  reminder: Reminder,
  onMoved: () => void,
): Promise<Started> {
  if (promotion === null && giftCard === null && expectedPence !== null) {
    const session = await start(db, { ...details, expected_total: toPounds(expectedPence) }, onMoved)
    noteReminder(db, session.session_id, reminder)
    return { sessionId: session.session_id, duePence: expectedPence, problems: { code: null, card: null } }
  }
  const { session_id: sessionId, total } = await start(db, details, onMoved)
  noteReminder(db, sessionId, reminder)
  const discounted =
    promotion === null
      ? { totalPence: toPence(total), rejected: null }
      : await applyCode(db, sessionId, promotion)
  const paid =
    giftCard === null
      ? { duePence: discounted.totalPence, rejected: null }
      : await applyCard(db, sessionId, giftCard)
  return { sessionId, duePence: paid.duePence, problems: { code: discounted.rejected, card: paid.rejected } }
}
