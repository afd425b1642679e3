import { formatPence } from '@shop/pricing'
import { SummaryRow, SummaryTotal } from '@shop/ui'
import type { CheckoutSession } from '../checkout/checkout-session'
import { PaidRows } from '../order/paid-rows'

/** The totals of a checkout session. The purchase of a gift card has neither VAT nor shipping. */
export function SessionRows({ session }: { session: CheckoutSession }) {
  if (!session.giftCard)
    return (
      <PaidRows
        totals={session.totals}
        shipping={`${session.shippingMethod} shipping`}
        code={session.promotionCode}
        card={session.card}
      />
    )
  return (
    <>
      <SummaryRow label="Delivery" value="By email" />
      <SummaryTotal label="Total" value={formatPence(session.totals.totalPence)} />
    </>
  )
}
