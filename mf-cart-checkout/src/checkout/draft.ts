import { storedAtom } from '@shop/state'
import * as v from 'valibot'
import { emptyFields, type CheckoutFields } from './checkout-form'

const draftSchema = v.pipe(
  v.record(v.string(), v.string()),
  v.transform((fields): CheckoutFields => ({ ...emptyFields, ...fields })),
)

/** The form as typed, in session storage, so that it survives a refresh. */
export const checkoutDraft = storedAtom('aurelle_checkout_draft', draftSchema, {
  storage: 'session',
  fallback: emptyFields,
})
