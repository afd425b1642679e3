import { useCart } from '@shop/cart'
import { Summary, Text, TextLink } from '@shop/ui'
import { DeductionFields } from '../deductions/deduction-fields'
import type { Deductions } from '../deductions/use-deductions'
import { useLineProblem } from '../order/line-problem'
import { OrderLines } from '../order/order-lines'
import { PaidRows } from '../order/paid-rows'
import type { OrderTotal } from './use-order-total'

/** The order summary: lines, codes and totals. */
export function CheckoutSummary({ order, deductions }: { order: OrderTotal; deductions: Deductions }) {
  const { lines } = useCart()
  const lineProblem = useLineProblem()
  return (
    <Summary
      title="Order summary"
      lines={
        <>
          <OrderLines items={lines.map((line) => ({ ...line, problem: lineProblem(line) }))} />
          {lines.some((line) => lineProblem(line) !== null) && (
            <p>
              <TextLink to="/cart">Change your cart</TextLink> to go on.
            </p>
          )}
          <DeductionFields deductions={deductions} belowMinimum={order.codes.promotion === null} />
        </>
      }
      foot={
        <Text textStyle="small" color="inkSoft">
          Sent in a plain box. Nothing on it says what is inside.
        </Text>
      }
    >
      <PaidRows
        totals={order.totals}
        shipping={order.chosen ? `${order.chosen.method.name} shipping` : 'Shipping (estimate)'}
        code={order.codes.promotion}
        card={order.card}
      />
    </Summary>
  )
}
