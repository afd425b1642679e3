import { toPence, type Pence } from '@shop/pricing'
import { queryOptions, rows } from '@shop/supabase'

/** A payment that the provider took and the shop does not keep. */
export interface ReturnedPayment {
  id: string
  /** The payment's id at the provider. */
  reference: string
  pence: Pence
  currency: string
  /** The reason why it was returned, as a sentence. */
  reason: string
  state: string
  lastError: string | null
  since: Date
}

const reasons: Readonly<Record<string, string>> = {
  no_order: 'What was chosen had been sold out or had changed',
  paid_twice: 'The order had been paid already',
  amount_differs: 'It was not the amount of the checkout',
}
/** How long one that has gone back is shown, in milliseconds. */
const shownMs = 7 * 24 * 60 * 60 * 1000
const maxShown = 20

/** Payments that are still to go back, and those that went back this week, newest first. Staff with the right to orders only. */
export const returnedPaymentsQuery = (now: Date) => {
  const since = new Date(now.getTime() - shownMs).toISOString()
  return queryOptions({
    key: ['returned-payments', since.slice(0, 10)],
    queryFn: async (db, signal): Promise<ReturnedPayment[]> => {
      const data = await rows(
        db
          .from('returned_payments')
          .select('id, reference, amount, currency, reason, state, last_error, created_at')
          .or(`state.neq.succeeded,created_at.gte.${since}`)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(maxShown)
          .abortSignal(signal),
      )
      return data.map(({ amount, reason, last_error: lastError, created_at: created, ...payment }) => ({
        ...payment,
        pence: toPence(amount),
        reason: reasons[reason] ?? reason,
        lastError,
        since: new Date(created),
      }))
    },
  })
}
