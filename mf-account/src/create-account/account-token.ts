import { maybeRow, queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

const tokenSchema = v.variant('state', [
  v.object({
    state: v.literal('valid'),
    email: v.string(),
    checkout_session_id: v.optional(v.string(), ''),
  }),
  v.object({ state: v.literal('account'), email: v.string() }),
  v.object({ state: v.literal('expired') }),
  v.object({ state: v.literal('invalid') }),
])

/** A buyer's name. */
interface Buyer {
  firstName: string
  lastName: string
}

/** Who placed the order that the link is of; null when that cannot be read. Whoever has the link may read the order. */
async function buyerOf(db: Backend, checkout: string, signal: AbortSignal): Promise<Buyer | null> {
  if (checkout === '') return null
  const found = await maybeRow(
    db
      .from('checkout_sessions')
      .select('first_name, last_name')
      .eq('session_id', checkout)
      .setHeader('x-checkout-session', checkout)
      .abortSignal(signal)
      .maybeSingle(),
  ).catch(() => null)
  return found && { firstName: found.first_name, lastName: found.last_name }
}

/** The state of a create-account link, its email address and, of a good one, the buyer's name. */
export const tokenQuery = (token: string) =>
  queryOptions({
    key: ['account-token', token],
    queryFn: async (db, signal) => {
      const read = v.parse(
        tokenSchema,
        await row(db.rpc('read_account_token', { p_token: token }).abortSignal(signal)),
      )
      return read.state === 'valid'
        ? { ...read, buyer: await buyerOf(db, read.checkout_session_id, signal) }
        : read
    },
  })

/**
 * Marks a link as used.
 * @returns false when it was used before, or its address has an account
 * @throws BackendError
 */
export async function claimToken(db: Backend, token: string): Promise<boolean> {
  return v.parse(v.boolean(), await row(db.rpc('claim_account_token', { p_token: token })))
}
