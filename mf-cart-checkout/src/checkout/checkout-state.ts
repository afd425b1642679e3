import type { Pence } from '@shop/pricing'
import type { Refusal } from '../refusal/refusal'
import type { Asked } from '../refusal/remedy'
import type { Started } from './start-checkout'

/** A total other than the one shown, for the shopper to accept. */
interface Change {
  shown: Pence
  fresh: Pence
  /** What is then to be paid: `fresh`, or 0 where a gift card pays for all of it. */
  duePence: Pence
  /** Why, in a sentence. */
  reason: string | null
  /** The checkout with that total, where one was started already. */
  sessionId: string | null
}

/** The amounts the shopper saw when they pressed the button. */
export interface Shown {
  totalPence: Pence
  /** What a gift card pays of it. */
  cardPence: Pence
}

/** What is going on between the cart and the confirmation. */
type Phase =
  /** The form waits for the shopper. */
  | { name: 'editing' }
  /** Codes that were typed and not applied are being checked. */
  | { name: 'applying' }
  /** The form is checked once more, as it may have changed while the codes were checked. */
  | { name: 'validating' }
  /** The database makes the checkout. */
  | { name: 'starting'; expectedPence: Pence }
  /** The payment page waits for the shopper. */
  | { name: 'reviewing' }
  | { name: 'paying' }
  /** The browser is on the way to the provider's own page. */
  | { name: 'redirecting' }
  /** The database makes the checkout once more, with the total that was accepted. */
  | { name: 'restarting'; expectedPence: Pence }
  /** Waits for the shopper to accept another total. */
  | { name: 'changed' }
  /** Waits for the shopper, who was shown why it did not work. */
  | { name: 'refused'; refusal: Refusal; asked: Asked }
  /** The checkout cannot be paid any more: it expired, or it is paid already. */
  | { name: 'gone' }
  /** There is a checkout to pay. */
  | { name: 'started'; sessionId: string }
  /** The order is made. */
  | { name: 'placed' }

export type CheckoutState = Phase & {
  step: 'delivery' | 'payment'
  /** The total to accept; it stays in view while it is acted upon. */
  change: Change | null
  /** How many states were entered before: entering one again counts as well. */
  entered: number
}

/** What shoppers do, and what the database and the payment provider answer. */
export type CheckoutEvent =
  | { type: 'edit' }
  | { type: 'submit' }
  | { type: 'codes applied' }
  | { type: 'codes refused' }
  | { type: 'form valid'; expectedPence: Pence }
  | { type: 'form invalid' }
  | { type: 'accept' }
  | { type: 'started'; started: Started }
  | { type: 'pay' }
  | { type: 'paid' }
  | { type: 'redirected' }
  /** The shopper went back from the provider's page. */
  | { type: 'returned' }
  | { type: 'refused'; refusal: Refusal; shown: Shown }

export const atDelivery: CheckoutState = { name: 'editing', step: 'delivery', change: null, entered: 0 }
export const atPayment: CheckoutState = { name: 'reviewing', step: 'payment', change: null, entered: 0 }

const waiting: readonly Phase['name'][] = ['editing', 'reviewing', 'changed', 'refused']

/** Whether the page waits for the shopper; else their presses and submits count for nothing. */
export const isWaiting = ({ name }: CheckoutState): boolean => waiting.includes(name)

/** The checkout's next state. An event that means nothing in a state leaves that very state. */
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
    case 'codes refused':
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
    case 'refused': {
      if (state.name !== 'starting' && state.name !== 'restarting' && state.name !== 'paying') return state
      const change = changeOf(event.refusal, event.shown)
      if (change) return enter({ name: 'changed' }, change)
      if (state.name === 'paying' && event.refusal.kind === 'session_not_found')
        return enter({ name: 'gone' })
      return enter({ name: 'refused', refusal: event.refusal, asked: state.name })
    }
  }
}

const withoutChange = (state: CheckoutState): CheckoutState =>
  state.change && state.step === 'delivery' ? { ...state, change: null } : state

/** The other total of a refusal; null when it names none, or the one that was shown. */
function changeOf(refusal: Refusal, { totalPence, cardPence }: Shown): Change | null {
  if (refusal.kind !== 'totals_changed' || !refusal.figures) return null
  const { figures, reason } = refusal
  const duePence = figures.duePence ?? Math.max(0, figures.totalPence - cardPence)
  const shownDue = totalPence - cardPence
  if (duePence === shownDue && figures.totalPence === totalPence && !reason) return null
  // Where a gift card pays for all of it, what is left to pay is 0 before and after: then the whole total is shown.
  const [shown, fresh] = duePence === shownDue ? [totalPence, figures.totalPence] : [shownDue, duePence]
  return { shown, fresh, duePence, reason, sessionId: null }
}
