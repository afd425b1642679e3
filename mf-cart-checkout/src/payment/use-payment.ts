import { useCartActions, startedCheckout } from '@shop/cart'
import type { Pence } from '@shop/pricing'
import { useNavigate } from '@shop/router'
import { useSetAtom, useStored } from '@shop/state'
import { useAppMutation } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useEffect } from 'react'
import { clearCheckout } from '../checkout/clear-checkout'
import type { Shown } from '../checkout/checkout-state'
import { beginCheckout } from '../checkout/start-checkout'
import { useOnEnter, type CheckoutMachine } from '../checkout/use-checkout-state'
import { linkPage, useRemedy } from '../checkout/use-remedy'
import { enteredCard } from '../deductions/gift-card'
import { enteredCode } from '../deductions/promotion-code'
import { parseRejection } from '../rejection/rejection'
import type { CheckoutSession } from '../checkout/checkout-session'
import { completeCheckout } from './complete-checkout'
import type { PaymentProvider } from './payment-contract'

/**
 * Runs the effect of each checkout state from the payment page to the confirmation. Returns the callback that accepts another total.
 * @param onAccepted called with the checkout that was started by accepting one
 */
export function usePayment(
  machine: CheckoutMachine,
  session: CheckoutSession,
  provider: PaymentProvider,
  onAccepted: (sessionId: string) => void,
): () => void {
  const { state, dispatch } = machine
  const [card, setCard] = useStored(enteredCard)
  const setCode = useSetAtom(enteredCode)
  const clear = useSetAtom(clearCheckout)
  const toast = useToast()
  const navigate = useNavigate()
  const { renewGuest } = useCartActions()
  const link = session.byStaff ? linkPage(session.sessionId) : undefined
  const { remedy } = useRemedy(link ?? (session.giftCard ? '/gift-cards' : '/checkout'), link)
  const cardPence = session.card?.pence ?? 0
  const reject = (failure: Error, shown: Shown) => {
    console.error(failure)
    dispatch({ type: 'rejected', rejection: parseRejection(failure), shown })
  }
  const pay = useAppMutation({
    mutationFn: (db) => completeCheckout(db, session.sessionId, provider),
    onSuccess: (orderNumber) => {
      dispatch({ type: orderNumber === null ? 'redirected' : 'paid' })
    },
    onError: (failure) => {
      reject(failure, { totalPence: session.totals.totalPence, cardPence })
    },
  })
  const restart = useAppMutation({
    mutationFn: (db, expectedPence: Pence) =>
      beginCheckout(
        db,
        session.details,
        expectedPence,
        { promotion: session.promotionCode, giftCard: session.card && (card?.code ?? null) },
        null,
        renewGuest,
      ),
    onSuccess: (started) => {
      if (started.problems.code) setCode(undefined)
      if (started.problems.card) setCard(undefined)
      dispatch({ type: 'started', started })
    },
    onError: (failure, expectedPence) => {
      reject(failure, { totalPence: expectedPence + cardPence, cardPence })
    },
  })
  const show = (page: 'payment' | 'success', sessionId: string) => {
    void navigate(`/checkout/${page}?session=${encodeURIComponent(sessionId)}`, { replace: true })
  }
  useOnEnter(machine, (entered) => {
    switch (entered.name) {
      case 'paying':
        pay.mutate()
        break
      case 'restarting':
        restart.mutate(entered.expectedPence)
        break
      case 'rejected':
        remedy(entered.rejection, entered.attempted)
        break
      case 'started':
        startedCheckout.write(entered.sessionId)
        onAccepted(entered.sessionId)
        show('payment', entered.sessionId)
        break
      case 'placed':
        if (!session.giftCard && !session.byStaff) clear()
        show('success', session.sessionId)
        break
    }
  })
  useEffect(() => {
    // Going back from the provider's page may restore this one from the back/forward cache.
    const back = () => {
      dispatch({ type: 'returned' })
    }
    addEventListener('pageshow', back)
    return () => {
      removeEventListener('pageshow', back)
    }
  }, [dispatch])

  return () => {
    if (!session.card || card || state.change?.sessionId) return dispatch({ type: 'accept' })
    // The code is only stored in the tab where it was entered.
    toast({ title: 'Gift card', description: 'Please enter the code of your gift card again.' })
    void navigate('/checkout', { replace: true })
  }
}
