import { toPence, type Pence } from '@shop/pricing'
import { BackendError, maybeRow, row, rows } from '@shop/supabase'
import { createHash } from 'node:crypto'
import { serviceBackend } from './service-backend'

/** A checkout in the database. */
export interface Checkout {
  /** It can still be paid. */
  open: boolean
  /** It pays for a change of an order, on the page of the change. */
  isEdit: boolean
  email: string
  currency: string
  totalPence: Pence
  /** The amount due: the total minus the gift card's share. */
  duePence: Pence
  /** How many payments of it have failed. */
  failedPayments: number
}

/** A payment captured by the provider. */
interface CapturedPayment {
  /** The payment's id at the provider. */
  reference: string
  amountPence: Pence
  /** ISO 4217, in either case. */
  currency: string
}

/** Why a payment goes back: the order cannot be created any more, another payment has paid for it, or it is of another amount. */
type ReturnReason = 'no_order' | 'paid_twice' | 'amount_differs'

/** The outcome of a payment; 'returned' if it was to go back before. */
type Completion = 'completed' | 'returned' | ReturnReason

/** Access to checkouts for the server, which may complete them. */
export interface PaidCheckouts {
  find(checkoutId: string): Promise<Checkout | null>
  /**
   * Reserves stock, price, promotion code and gift card for the payment, or renews the reservation.
   * @returns null, or the rejection: sold out, changed, expired, too many reservations from this IP address
   * @throws Error when the database cannot be reached
   */
  hold(checkoutId: string): Promise<BackendError | null>
  /** Records a failed payment and releases its reservation. A checkout that has ended is not changed. */
  fail(checkoutId: string, reason: string): Promise<void>
  /**
   * Creates the order of a paid checkout, or changes the order that it pays for, in one transaction; idempotent by the payment's
   * reference. 'no_order' when it is sold out, changed or expired.
   * @throws Error when the database cannot be reached
   */
  complete(checkoutId: string, payment: CapturedPayment): Promise<Completion>
  /**
   * Notes that a payment goes back, for the refund worker to pay out; idempotent by the payment's reference.
   * @throws Error when the database cannot be reached
   */
  returnPayment(checkoutId: string, payment: CapturedPayment, reason: ReturnReason): Promise<void>
}

// Non-retryable rejections, by hint.
const finalRejections: ReadonlyMap<string | null, Completion> = new Map([
  ['insufficient_stock', 'no_order'],
  ['totals_changed', 'no_order'],
  ['session_not_found', 'no_order'],
  ['method_unavailable', 'no_order'],
  ['not_editable', 'no_order'],
  ['paid_twice', 'paid_twice'],
  ['amount_differs', 'amount_differs'],
  ['payment_returned', 'returned'],
])
/** Whether a database function rejected with a reason, rather than failed. */
const isRejection = ({ code, hint }: BackendError) => /^PT4\d\d$/.test(code) && Boolean(hint)

/** An idempotency key in the form of a UUID. @param what names the operation */
function idempotencyKey(what: string): string {
  return createHash('sha256')
    .update(`stripe ${what}`)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')
}

/** @param secretKey of the backend, without which it completes simulated payments only */
export function paidCheckouts(url: string, secretKey: string): PaidCheckouts {
  const db = serviceBackend(url, secretKey)
  return {
    async find(checkoutId) {
      const found = await maybeRow(
        db
          .from('checkout_sessions')
          .select('status, kind, expires_at, email, currency, total, gift_card_amount')
          .eq('session_id', checkoutId)
          .maybeSingle(),
      )
      if (!found) return null
      const { email, currency, total, gift_card_amount: card, status, expires_at } = found
      const failed = await rows(
        db.from('payment_attempts').select('id').eq('checkout_session_id', checkoutId).eq('status', 'failed'),
      )
      return {
        isEdit: found.kind === 'order_edit',
        open: status === 'pending' && Date.parse(expires_at) > Date.now(),
        email,
        currency,
        totalPence: toPence(total),
        duePence: toPence(total) - toPence(card),
        failedPayments: failed.length,
      }
    },
    async hold(checkoutId) {
      try {
        await row(db.rpc('reserve_checkout', { p_session_id: checkoutId }))
        return null
      } catch (error) {
        if (error instanceof BackendError && isRejection(error)) return error
        throw error
      }
    },
    async fail(checkoutId, reason) {
      try {
        await row(db.rpc('fail_checkout', { p_session_id: checkoutId, p_reason: reason }))
      } catch (error) {
        if (!(error instanceof BackendError && isRejection(error))) throw error
      }
    },
    async complete(checkoutId, { reference, amountPence, currency }) {
      const payment = {
        p_session_id: checkoutId,
        p_idempotency_key: idempotencyKey(`paid ${reference}`),
        p_reference: reference,
        p_amount_pence: amountPence,
        p_currency: currency,
      }
      try {
        await row(db.rpc('complete_checkout', payment))
        return 'completed'
      } catch (error) {
        const completion = error instanceof BackendError ? finalRejections.get(error.hint) : undefined
        if (!completion) throw error
        return completion
      }
    },
    async returnPayment(checkoutId, { reference, amountPence, currency }, reason) {
      const payment = {
        p_session_id: checkoutId,
        p_reference: reference,
        p_amount_pence: amountPence,
        p_currency: currency,
        p_reason: reason,
      }
      await row(db.rpc('return_payment', payment))
    },
  }
}
