import { useCartActions, startedCheckout } from '@shop/cart'
import { useNavigate } from '@shop/router'
import { useAppMutation } from '@shop/supabase'
import { useEffect, useEffectEvent } from 'react'
import type { Deductions } from '../deductions/use-deductions'
import { parseRejection } from '../rejection/rejection'
import { beginCheckout, detailsOf, type CheckoutInput, type Reminder } from './start-checkout'
import type { CheckoutForm } from './use-checkout-form'
import { useOnEnter, type CheckoutMachine } from './use-checkout-state'
import type { OrderTotal } from './use-order-total'
import { useRemedy } from './use-remedy'

interface Parts {
  form: CheckoutForm
  deductions: Deductions
  order: OrderTotal
  reminder: Reminder
  /** Called in place of a remedy while the session has ended: every request is then rejected for that reason alone. */
  onSignedOut: (() => void) | null
}

/** Runs the effect of each state of the checkout, from the submitted form to the payment page. */
export function useStart(
  machine: CheckoutMachine,
  { form, deductions, order, reminder: chosen, onSignedOut }: Parts,
): void {
  const { state, dispatch } = machine
  const navigate = useNavigate()
  const { refresh, remedy } = useRemedy('/checkout')
  const { renewGuest } = useCartActions()
  const start = useAppMutation({
    mutationFn: (db, { fields, expectedPence, codes, reminder }: CheckoutInput) =>
      beginCheckout(db, detailsOf(fields), expectedPence, codes, reminder, renewGuest),
    onSuccess: (started) => {
      const { problems } = started
      if (problems.code ?? problems.card) deductions.reject(problems)
      dispatch({ type: 'started', started })
    },
    onError: (failure: Error, { expectedPence }: CheckoutInput) => {
      console.error(failure)
      dispatch({
        type: 'rejected',
        rejection: parseRejection(failure),
        shown: { totalPence: expectedPence, cardPence: 0 },
      })
    },
  })
  useOnEnter(machine, (entered) => {
    switch (entered.name) {
      case 'applying':
        void deductions.settle().then((applied) => {
          dispatch({ type: applied ? 'codes applied' : 'codes rejected' })
        })
        break
      case 'starting':
        start.mutate({
          fields: { ...form.fields, method: order.chosen?.method.id ?? form.fields.method },
          expectedPence: entered.expectedPence,
          codes: order.codes,
          reminder: chosen,
        })
        break
      case 'changed':
        refresh()
        break
      case 'rejected':
        if (onSignedOut) onSignedOut()
        else remedy(entered.rejection, entered.attempted)
        break
      case 'started':
        startedCheckout.write(entered.sessionId)
        void navigate(`/checkout/payment?session=${encodeURIComponent(entered.sessionId)}`)
        break
    }
  })
  const validate = useEffectEvent(() => {
    dispatch(
      form.validate() && order.chosen
        ? { type: 'form valid', expectedPence: order.duePence }
        : { type: 'form invalid' },
    )
  })
  // After a render: only then are the codes that were just applied in the total.
  useEffect(() => {
    if (state.name === 'validating') validate()
  }, [state.name])
}
