import { storedItem, type StoredItem } from '@shop/state'
import { checkoutId } from './checkout-id'

/** The id of the checkout this browser started last, until its confirmation was shown; '' for none. */
export const startedCheckout: StoredItem<string> = storedItem('aurelle_checkout_session', checkoutId, {
  storage: 'local',
  format: 'text',
  fallback: '',
})
