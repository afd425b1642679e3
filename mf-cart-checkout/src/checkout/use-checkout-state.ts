import { useCallback, useLayoutEffect, useRef, useState, type Dispatch, type RefObject } from 'react'
import { checkoutReducer, type CheckoutEvent, type CheckoutState } from './checkout-state'

/** Where a checkout stands. */
export interface CheckoutMachine {
  state: CheckoutState
  dispatch: Dispatch<CheckoutEvent>
  /** What to do on entering a state; see useOnEnter. */
  onEnter: RefObject<(entered: CheckoutState) => void>
}

/**
 * Holds a checkout's state. An event counts at once, not with the next render: the second press of a double click finds the
 * payment begun, and an answer that comes after the shopper left the page is still acted upon.
 */
export function useCheckoutState(initial: CheckoutState): CheckoutMachine {
  const [state, setState] = useState(initial)
  const current = useRef(initial)
  const onEnter = useRef<(entered: CheckoutState) => void>(() => undefined)
  const dispatch = useCallback((event: CheckoutEvent) => {
    const { entered } = current.current
    current.current = checkoutReducer(current.current, event)
    setState(current.current)
    if (current.current.entered !== entered) onEnter.current(current.current)
  }, [])
  return { state, dispatch, onEnter }
}

/** Sets what a page does on entering each state; it sees what the page last rendered. */
export function useOnEnter({ onEnter }: CheckoutMachine, run: (entered: CheckoutState) => void): void {
  useLayoutEffect(() => {
    onEnter.current = run
  })
}
