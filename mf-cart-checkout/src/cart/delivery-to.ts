import { storedAtom, textFields } from '@shop/state'

/**
 * The checkout's form as typed. The cart fills its `postalCode` in and shows the `method` that was chosen there; the other
 * fields are kept as they are.
 */
export const deliveryTo = storedAtom<Record<string, string>>('aurelle_checkout_draft', textFields, {
  storage: 'session',
  fallback: {},
})
