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

/** What was typed before a refresh; stored for this browser session only. */
export const readDraft = (): CheckoutFields => stored.read()

/** Stores what is typed. A browser that refuses storage simply forgets it. */
export function keepDraft(fields: CheckoutFields): void {
  stored.write(fields)
}

export function clearDraft(): void {
  stored.write(undefined)
}
