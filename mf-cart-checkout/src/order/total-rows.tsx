import { formatPence, type Pence, type Totals } from '@shop/pricing'
import { chakra, SummaryRow, SummaryTotal } from '@shop/ui'

/** An amount, or the word for none. */
export const costs = (pence: number) => (pence === 0 ? 'Free' : formatPence(pence))

/** An amount taken off; its sign stays with it. */
function Less({ pence }: { pence: Pence }) {
  return <chakra.span whiteSpace="nowrap">{`−${formatPence(pence)}`}</chakra.span>
}

interface TotalRowsProps {
  totals: Totals
  /** Label of the shipping row. */
  shipping?: string
  /** The promotion code behind a discount. */
  code?: string | null
  /** What a gift card pays of the total. */
  card?: CardPayment | null
}

/** What a gift card pays. */
export interface CardPayment {
  hint: string
  pence: Pence
}

/** Subtotal, discount where there is one, VAT, shipping and total; with a gift card what it pays and what is left. */
export function TotalRows({ totals, shipping = 'Shipping', code, card }: TotalRowsProps) {
  return (
    <>
      <SummaryRow label="Subtotal" value={formatPence(totals.subtotalPence)} />
      {totals.discountPence !== undefined && (
        <SummaryRow label={code ? `Discount (${code})` : 'Discount'} value={totals.discountPence === 0 ? 'Free delivery' : <Less pence={totals.discountPence} />} />
      )}
      <SummaryRow label="VAT (20%)" value={formatPence(totals.vatPence)} />
      <SummaryRow label={shipping} value={costs(totals.shippingPence)} />
      <SummaryTotal label="Total" value={formatPence(totals.totalPence)} />
      {card && <SummaryRow label={`Gift card ending ${card.hint}`} value={<Less pence={card.pence} />} />}
      {card && <SummaryRow label={<b>To pay</b>} value={<b>{formatPence(totals.totalPence - card.pence)}</b>} />}
    </>
  )
}
