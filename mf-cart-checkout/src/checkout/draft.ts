import { storedItem } from '@shop/state'
import * as v from 'valibot'
import { emptyFields, type CheckoutFields } from './checkout-form'

const draftSchema = v.pipe(
  v.record(v.string(), v.string()),
  v.transform((fields): CheckoutFields => ({ ...emptyFields, ...fields })),
)
const stored = storedItem('aurelle_checkout_draft', draftSchema, {
  storage: 'session',
  fallback: emptyFields,
})

/** The form as typed before a refresh, in session storage. */
export const readDraft = (): CheckoutFields => stored.read()

/** Stores the form. Does nothing when the browser blocks storage. */
export function writeDraft(fields: CheckoutFields): void {
  stored.write(fields)
}

export function clearDraft(): void {
  stored.write(undefined)
}
