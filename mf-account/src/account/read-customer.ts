import { maybeRow, queryOptions } from '@shop/supabase'

/** The shop's own record of a signed-in shopper; null until one is made. Keyed by the user, so accounts never mix. */
export const customerQuery = (userId: string) =>
  queryOptions({
    key: ['customer', userId],
    queryFn: (db, signal) =>
      maybeRow(
        db
          .from('customers')
          .select('first_name, last_name, email')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
