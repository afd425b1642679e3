import { atom } from '@shop/state'
import { enteredCard } from '../deductions/gift-card'
import { enteredCode } from '../deductions/promotion-code'
import { checkoutDraft } from './draft'

/** Clears the form and both codes, after the order. */
export const clearCheckout = atom(null, (_get, set) => {
  set(checkoutDraft, undefined)
  set(enteredCode, undefined)
  set(enteredCard, undefined)
})
