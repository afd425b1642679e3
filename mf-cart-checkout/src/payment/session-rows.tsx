import { formatPence } from '@shop/pricing'
import { SummaryRow, SummaryTotal } from '@shop/ui'
import type { CheckoutSession } from './checkout-session'
import { PaidRows } from '../order/paid-rows'

/** The figures of a checkout session. A gift card that is bought has neither VAT nor a price of delivery. */
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
      <SummaryRow label="Delivery" value="By e-mail" />
      <SummaryTotal label="Total" value={formatPence(session.totals.totalPence)} />
    </>
  )
}
