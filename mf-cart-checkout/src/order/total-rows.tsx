import { formatPence, rateText, type Totals } from '@shop/pricing'
import { chakra, SummaryRow, SummaryTotal } from '@shop/ui'
import type { ReactNode } from 'react'

/** An amount, or the text shown instead of 0. */
export const costs = (pence: number) => (pence === 0 ? 'Free' : formatPence(pence))

interface TotalRowsProps {
  totals: Totals
  /** Label of the shipping row. */
  shipping?: string
  /** A row after the subtotal. */
  discount?: ReactNode
  /** Rows after the total; the last of them is then emphasised. */
  paid?: ReactNode
}

/** Subtotal, VAT, shipping and total. */
export function TotalRows({ totals, shipping = 'Shipping', discount, paid }: TotalRowsProps) {
  return (
    <>
      <SummaryRow
        label={
          <>
            Subtotal{' '}
            <chakra.span textStyle="micro" color="muted">
              before VAT
            </chakra.span>
          </>
        }
        value={formatPence(totals.subtotalPence)}
      />
      {discount}
      <SummaryRow label={`VAT (${rateText(totals.vatRate)})`} value={formatPence(totals.vatPence)} />
      <SummaryRow label={shipping} value={costs(totals.shippingPence)} />
      {paid ? (
        <>
          <SummaryRow label="Total" value={formatPence(totals.totalPence)} />
          {paid}
        </>
      ) : (
        <SummaryTotal label="Total" value={formatPence(totals.totalPence)} />
      )}
    </>
  )
}
