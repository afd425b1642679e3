import * as v from 'valibot'

/** The database's own ids: the Stripe account may have payments of others. */
export const checkoutId = v.pipe(v.string(), v.regex(/^cs_[0-9a-f]{64}$/))
