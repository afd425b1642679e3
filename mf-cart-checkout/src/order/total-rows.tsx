import { formatPence, type Totals } from '@shop/pricing'
import { SummaryRow, SummaryTotal } from '@shop/ui'

/** An amount, or the word for none. */
export const costs = (pence: number) => (pence === 0 ? 'Free' : formatPence(pence))

interface TotalRowsProps {
  totals: Totals
  /** Label of the shipping row. */
  shipping?: string
  /** The promotion code behind a discount. */
  code?: string | null
}

/** Subtotal, discount where there is one, VAT, shipping and total. */
export function TotalRows({ totals, shipping = 'Shipping', code }: TotalRowsProps) {
  return (
    <>
      <SummaryRow label="Subtotal" value={formatPence(totals.subtotalPence)} />
      {totals.discountPence !== undefined && (
        <SummaryRow label={code ? `Discount (${code})` : 'Discount'} value={totals.discountPence === 0 ? 'Free delivery' : `−${formatPence(totals.discountPence)}`} />
      )}
      <SummaryRow label="VAT (20%)" value={formatPence(totals.vatPence)} />
      <SummaryRow label={shipping} value={costs(totals.shippingPence)} />
      <SummaryTotal label="Total" value={formatPence(totals.totalPence)} />
    </>
  )
}
