import * as v from 'valibot'

/** The database's own ids of checkouts. */
export const checkoutId = v.pipe(v.string(), v.regex(/^cs_[0-9a-f]{64}$/))
