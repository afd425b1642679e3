import * as v from 'valibot'
import { emptyFields, type CheckoutFields } from './checkout-form'

const key = 'aurelle_checkout_draft'
const draftSchema = v.record(v.string(), v.string())

/** What was typed before a refresh; kept for this browser session only. */
export function readDraft(): CheckoutFields {
  try {
    const kept = v.safeParse(draftSchema, JSON.parse(sessionStorage.getItem(key) ?? '{}'))
    return kept.success ? { ...emptyFields, ...kept.output } : emptyFields
  } catch {
    return emptyFields
  }
}

/** Keeps what is typed. A browser that refuses storage simply forgets it. */
export function keepDraft(fields: CheckoutFields): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(fields))
  } catch {
    // nothing to do: the form works without
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
