import { toPence, type Pence } from '@shop/pricing'
import { BackendError, createBackend, maybeRow, row, rows } from '@shop/supabase'
import { createHash } from 'node:crypto'

/** A checkout as the database has it. */
interface KnownCheckout {
  /** It can still be paid. */
  open: boolean
  email: string
  currency: string
  /** What is left to pay: the total less what a gift card pays. */
  duePence: Pence
  /** How many payments of it have failed. */
  failedPayments: number
}

/** A payment that the provider has taken. */
interface TakenPayment {
  /** The payment's id at the provider. */
  reference: string
  amountPence: Pence
  /** ISO 4217, in either case. */
  currency: string
}

/** Why a payment has to go back: no order can be made of it any more, or another payment has paid for the order. */
type ReturnReason = 'no_order' | 'paid_twice'

/** What came of a payment. With 'amount_differs' no order was made, and what happens to the money is for a person to decide. */
type Completion = 'completed' | 'amount_differs' | ReturnReason

/** The checkouts, for a server that may complete them. */
export interface PaidCheckouts {
  find(checkoutId: string): Promise<KnownCheckout | null>
  /**
   * Holds stock, price, code and gift card for the payment, or renews the hold.
   * @returns null, or why they cannot be held: sold out, changed, open for too long, too much held at this address
   * @throws Error when the database cannot be asked
   */
  hold(checkoutId: string): Promise<BackendError | null>
  /** Notes that a payment came to nothing and frees what was held for it. A checkout that has ended is left as it is. */
  fail(checkoutId: string, reason: string): Promise<void>
  /**
   * Makes the order of a paid checkout in one transaction; asked again it finds the order made. 'no_order' when it is sold
   * out meanwhile, changed or expired.
   * @throws Error when the database cannot be asked
   */
  complete(checkoutId: string, payment: TakenPayment): Promise<Completion>
  /** Writes to the payer that the payment has gone back; once a payment, however often it is asked. */
  tellReturned(checkout: KnownCheckout, reference: string, reason: ReturnReason): Promise<void>
}

// Refusals that are the same when asked again, by their hint.
const finalRefusals: ReadonlyMap<string | null, Completion> = new Map([
  ['insufficient_stock', 'no_order'],
  ['totals_changed', 'no_order'],
  ['session_not_found', 'no_order'],
  ['method_unavailable', 'no_order'],
  ['paid_twice', 'paid_twice'],
  ['amount_differs', 'amount_differs'],
])
/** Whether a function of the shop refused, with a reason, rather than failed. */
const isRefusal = ({ code, hint }: BackendError) => /^PT4\d\d$/.test(code) && Boolean(hint)

/** The one key of what is done once, however often it is tried, in the shape of a UUID. */
function keyOf(what: string): string {
  return createHash('sha256')
    .update(`stripe ${what}`)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')
}

/** @param secretKey of the backend: only with it are checkouts completed that another than the simulation paid for */
export function paidCheckouts(url: string, secretKey: string): PaidCheckouts {
  const asServer: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${secretKey}`)
    return fetch(input, { ...init, headers })
  }
  const db = createBackend({ url, key: secretKey }, { fetch: asServer })
  return {
    async find(checkoutId) {
      const found = await maybeRow(
        db
          .from('checkout_sessions')
          .select('status, expires_at, email, currency, total, gift_card_amount')
          .eq('session_id', checkoutId)
          .maybeSingle(),
      )
      if (!found) return null
      const { email, currency, total, gift_card_amount: card, status, expires_at } = found
      const failed = await rows(
        db.from('payment_attempts').select('id').eq('checkout_session_id', checkoutId).eq('status', 'failed'),
      )
      return {
        open: status === 'pending' && Date.parse(expires_at) > Date.now(),
        email,
        currency,
        duePence: toPence(total) - toPence(card),
        failedPayments: failed.length,
      }
    },
    async hold(checkoutId) {
      try {
        await row(db.rpc('reserve_checkout', { p_session_id: checkoutId }))
        return null
      } catch (error) {
        if (error instanceof BackendError && isRefusal(error)) return error
        throw error
      }
    },
    async fail(checkoutId, reason) {
      try {
        await row(db.rpc('fail_checkout', { p_session_id: checkoutId, p_reason: reason }))
      } catch (error) {
        if (!(error instanceof BackendError && isRefusal(error))) throw error
      }
    },
    async complete(checkoutId, { reference, amountPence, currency }) {
      const payment = {
        p_session_id: checkoutId,
        p_idempotency_key: keyOf(`paid ${reference}`),
        p_reference: reference,
        p_amount_pence: amountPence,
        p_currency: currency,
      }
      try {
        await row(db.rpc('complete_checkout', payment))
        return 'completed'
      } catch (error) {
        const refused = error instanceof BackendError ? finalRefusals.get(error.hint) : undefined
        if (!refused) throw error
        return refused
      }
    },
    async tellReturned({ email, currency, duePence }, reference, reason) {
      const letter = {
        id: keyOf(`returned ${reference}`),
        kind: 'payment_returned',
        recipient: email,
        subject: 'Your payment has been returned',
        data: { amount: duePence / 100, currency, reason },
      }
      await row(db.from('email_outbox').upsert(letter, { onConflict: 'id', ignoreDuplicates: true }))
    },
  }
}
