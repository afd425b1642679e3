import { formatPence, type Totals } from '@shop/pricing'
import { SummaryRow, SummaryTotal } from '@shop/ui'

/** An amount, or the word for none. */
export const costs = (pence: number) => (pence === 0 ? 'Free' : formatPence(pence))

/** Subtotal, VAT, shipping and total. @param shipping label of the shipping row */
export function TotalRows({ totals, shipping = 'Shipping' }: { totals: Totals; shipping?: string }) {
  return (
    <>
      <SummaryRow label="Subtotal" value={formatPence(totals.subtotalPence)} />
      <SummaryRow label="VAT (20%)" value={formatPence(totals.vatPence)} />
      <SummaryRow label={shipping} value={costs(totals.shippingPence)} />
      <SummaryTotal label="Total" value={formatPence(totals.totalPence)} />
    </>
  )
}
