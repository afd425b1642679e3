import { storedItem, type StoredItem } from '@shop/state'
import * as v from 'valibot'

/** The database's own ids of checkouts. */
export const checkoutId = v.pipe(v.string(), v.regex(/^cs_[0-9a-f]{64}$/))

/** The id of the checkout this browser started last, until its confirmation was shown; '' for none. */
export const startedCheckout: StoredItem<string> = storedItem('aurelle_checkout_session', checkoutId, {
  storage: 'local',
  format: 'text',
  fallback: '',
})
