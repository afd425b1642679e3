import type { Pence } from '@shop/pricing'
import type { Rejection } from '../rejection/rejection'
import type { AttemptedStep } from '../rejection/remedy'
import type { Started } from './start-checkout'

/** A total other than the one shown, which the shopper must accept. */
interface Change {
  shown: Pence
  fresh: Pence
  /** The amount then due: `fresh`, or 0 when a gift card covers all of it. */
  duePence: Pence
  /** The reason, as a sentence. */
  reason: string | null
  /** The checkout with that total, if already started. */
  sessionId: string | null
}

/** The amounts the shopper saw when they pressed the button. */
export interface Shown {
  totalPence: Pence
  /** The part paid by a gift card. */
  cardPence: Pence
}

/** The states between the cart and the confirmation. */
type Phase =
  /** The form is idle. */
  | { name: 'editing' }
  /** Codes that were typed but not applied are being checked. */
  | { name: 'applying' }
  /** The form is validated again, as it may have changed while the codes were checked. */
  | { name: 'validating' }
  /** `start_checkout` is pending. */
  | { name: 'starting'; expectedPence: Pence }
  /** The payment page is idle. */
  | { name: 'reviewing' }
  | { name: 'paying' }
  /** The browser is navigating to the provider's own page. */
  | { name: 'redirecting' }
  /** `start_checkout` is pending again, with the accepted total. */
  | { name: 'restarting'; expectedPence: Pence }
  /** Another total is shown to be accepted. */
  | { name: 'changed' }
  /** The error is shown. */
  | { name: 'rejected'; rejection: Rejection; attempted: AttemptedStep }
  /** The checkout can no longer be paid: it expired, or is already paid. */
  | { name: 'gone' }
  /** There is a checkout to pay. */
  | { name: 'started'; sessionId: string }
  /** The order is made. */
  | { name: 'placed' }

export type CheckoutState = Phase & {
  step: 'delivery' | 'payment'
  /** The total to accept; it remains visible while the request is pending. */
  change: Change | null
  /** Counts transitions, including re-entering the same state. */
  entered: number
}

/** Actions of the shopper and responses of the database and the payment provider. */
export type CheckoutEvent =
  | { type: 'edit' }
  | { type: 'submit' }
  | { type: 'codes applied' }
  | { type: 'codes rejected' }
  | { type: 'form valid'; expectedPence: Pence }
  | { type: 'form invalid' }
  | { type: 'accept' }
  | { type: 'started'; started: Started }
  | { type: 'pay' }
  | { type: 'paid' }
  | { type: 'redirected' }
  /** The shopper returned from the provider's page by Back. */
  | { type: 'returned' }
  | { type: 'rejected'; rejection: Rejection; shown: Shown }

export const atDelivery: CheckoutState = { name: 'editing', step: 'delivery', change: null, entered: 0 }
export const atPayment: CheckoutState = { name: 'reviewing', step: 'payment', change: null, entered: 0 }

const waiting: readonly Phase['name'][] = ['editing', 'reviewing', 'changed', 'rejected']

/** Whether the page is idle; otherwise clicks and submits are ignored. */
export const isWaiting = ({ name }: CheckoutState): boolean => waiting.includes(name)

/** The reducer. An event that is not valid in a state returns the same state object. */
export function checkoutReducer(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  const { step } = state
  const enter = (phase: Phase, change = state.change): CheckoutState => ({
    ...phase,
    step,
    change,
    entered: state.entered + 1,
  })
  switch (event.type) {
    case 'edit':
      if (step === 'payment' || state.name === 'editing') return withoutChange(state)
      return isWaiting(state) ? enter({ name: 'editing' }, null) : withoutChange(state)
    case 'submit':
      return step === 'delivery' && isWaiting(state) ? enter({ name: 'applying' }) : state
    case 'codes applied':
      return state.name === 'applying' ? enter({ name: 'validating' }) : state
    case 'codes rejected':
      return state.name === 'applying' ? enter({ name: 'editing' }) : state
    case 'form valid':
      return state.name === 'validating'
        ? enter({ name: 'starting', expectedPence: event.expectedPence })
        : state
    case 'form invalid':
      return state.name === 'validating' ? enter({ name: 'editing' }) : state
    case 'accept': {
      if (!isWaiting(state) || !state.change) return state
      const { sessionId, duePence: expectedPence } = state.change
      if (sessionId !== null) return enter({ name: 'started', sessionId })
      return enter({ name: step === 'delivery' ? 'starting' : 'restarting', expectedPence })
    }
    case 'started': {
      if (state.name !== 'starting' && state.name !== 'restarting') return state
      const { sessionId, duePence, problems } = event.started
      if (duePence === state.expectedPence) return enter({ name: 'started', sessionId })
      const reason = problems.code ?? problems.card
      return enter(
        { name: 'changed' },
        { shown: state.expectedPence, fresh: duePence, duePence, reason, sessionId },
      )
    }
    case 'pay':
      return step === 'payment' && isWaiting(state) && !state.change ? enter({ name: 'paying' }) : state
    case 'paid':
      return state.name === 'paying' ? enter({ name: 'placed' }) : state
    case 'redirected':
      return state.name === 'paying' ? enter({ name: 'redirecting' }) : state
    case 'returned':
      return state.name === 'redirecting' ? enter({ name: 'reviewing' }) : state
    case 'rejected': {
      if (state.name !== 'starting' && state.name !== 'restarting' && state.name !== 'paying') return state
      const change = changeOf(event.rejection, event.shown)
      if (change) return enter({ name: 'changed' }, change)
      if (state.name === 'paying' && event.rejection.kind === 'session_not_found')
        return enter({ name: 'gone' })
      return enter({ name: 'rejected', rejection: event.rejection, attempted: state.name })
    }
  }
}

const withoutChange = (state: CheckoutState): CheckoutState =>
  state.change && state.step === 'delivery' ? { ...state, change: null } : state

/** The changed total of a rejection; null when it has none, or equals the one shown. */
function changeOf(rejection: Rejection, { totalPence, cardPence }: Shown): Change | null {
  if (rejection.kind !== 'totals_changed' || !rejection.figures) return null
  const { figures, reason } = rejection
  const duePence = figures.duePence ?? Math.max(0, figures.totalPence - cardPence)
  const shownDue = totalPence - cardPence
  if (duePence === shownDue && figures.totalPence === totalPence && !reason) return null
  // When a gift card covers everything the amount due is 0 before and after, so the whole total is shown.
  const [shown, fresh] = duePence === shownDue ? [totalPence, figures.totalPence] : [shownDue, duePence]
  return { shown, fresh, duePence, reason, sessionId: null }
}
