import { useCart } from '@shop/cart'
import { arrivalText, deliveryEstimate } from '@shop/pricing'
import { useServerTime } from '@shop/supabase'
import { Summary, Text, TextLink } from '@shop/ui'
import { DeductionFields } from '../deductions/deduction-fields'
import type { Deductions } from '../deductions/use-deductions'
import { FoldingSummary } from '../order/folding-summary'
import { useLineProblem } from '../order/line-problem'
import { OrderLines } from '../order/order-lines'
import { PaidRows } from '../order/paid-rows'
import type { EnteredValues } from './entered-values'
import type { OrderTotal } from './use-order-total'

interface CheckoutSummaryProps {
  order: OrderTotal
  deductions: Deductions
  /** The destination, as far as typed. */
  postcode: string
  /** The codes as they were posted. */
  typed: EnteredValues
}

/** The order summary: lines, codes and totals. On a phone it folds. */
export function CheckoutSummary({ order, deductions, postcode, typed }: CheckoutSummaryProps) {
  const { lines } = useCart()
  const lineProblem = useLineProblem()
  const { now } = useServerTime()
  const { chosen } = order
  const arrival = chosen && arrivalText(deliveryEstimate(chosen.method, now(), postcode))
  return (
    <FoldingSummary duePence={order.duePence} open={deductions.isShown} onToggle={deductions.setIsShown}>
      <Summary
        title="Order summary"
        lines={
          <>
            <OrderLines items={lines.map((line) => ({ ...line, problem: lineProblem(line) }))} />
            <Text marginTop="-.5rem">
              {lines.some((line) => lineProblem(line) !== null) && 'Something in your cart needs changing. '}
              <TextLink to="/cart" block>
                Edit cart
              </TextLink>
            </Text>
            <DeductionFields deductions={deductions} typed={typed} used={order.used} />
          </>
        }
        foot={
          <Text textStyle="small" color="inkSoft">
            {arrival ? `Arrives ${arrival} in a plain box.` : 'Sent in a plain box.'} Nothing on it says what
            is inside.
          </Text>
        }
      >
        <PaidRows
          totals={order.totals}
          shipping={chosen ? `${chosen.method.name} shipping` : 'Shipping (estimate)'}
          code={order.used?.code ?? null}
          card={order.card}
        />
      </Summary>
    </FoldingSummary>
  )
}
