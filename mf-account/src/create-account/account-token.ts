import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

const tokenSchema = v.variant('state', [
  v.pipe(
    v.object({
      state: v.literal('valid'),
      email: v.string(),
      first_name: v.optional(v.string(), ''),
      last_name: v.optional(v.string(), ''),
    }),
    v.transform(({ first_name, last_name, ...token }) => ({
      ...token,
      buyer: { firstName: first_name, lastName: last_name },
    })),
  ),
  v.object({ state: v.literal('account'), email: v.string() }),
  v.object({ state: v.literal('expired') }),
  v.object({ state: v.literal('invalid') }),
])

/** The state of a create-account link, its email address and, of a good one, the buyer's name. */
export const tokenQuery = (token: string) =>
  queryOptions({
    key: ['account-token', token],
    queryFn: async (db, signal) =>
      v.parse(tokenSchema, await row(db.rpc('read_account_token', { p_token: token }).abortSignal(signal))),
  })

/**
 * Marks a link as used.
 * @returns false when it was used before, or its address has an account
 * @throws BackendError
 */
export async function claimToken(db: Backend, token: string): Promise<boolean> {
  return v.parse(v.boolean(), await row(db.rpc('claim_account_token', { p_token: token })))
}
