import { useCartActions } from '@shop/cart'
import { shippingQuery } from '@shop/cart/shipping-terms'
import { useNavigate } from '@shop/router'
import { useDataContext } from '@shop/supabase'
import { useToast } from '@shop/ui'
import type { Rejection } from '../rejection/rejection'
import { remedyFor, type AttemptedStep } from '../rejection/remedy'

/** Where a checkout of staff says what has become of it. */
export const linkPage = (sessionId: string) => `/checkout/link?session=${encodeURIComponent(sessionId)}`

/**
 * Gives what a page does about a rejection: it says why, reads again what is out of date, and leads to the page where it can
 * be put right.
 * @param deliveryPage where the details of this checkout are entered
 * @param cartPage where its goods are changed
 */
export function useRemedy(deliveryPage: string, cartPage = '/cart') {
  const cart = useCartActions()
  const { queryClient } = useDataContext()
  const toast = useToast()
  const navigate = useNavigate()
  const refresh = () => {
    void cart.refetch()
    void queryClient.invalidateQueries({ queryKey: shippingQuery().key })
  }
  return {
    /** Reads cart and ways of delivery again. */
    refresh,
    remedy: (rejection: Rejection, attempted: AttemptedStep) => {
      const { title, description, page, refresh: outOfDate } = remedyFor(rejection, attempted)
      toast({ title, description, status: 'error' })
      if (outOfDate) refresh()
      if (page) void navigate(page === 'cart' ? cartPage : deliveryPage, { replace: true })
    },
  }
}
