import { formatPence, type Pence, type Totals } from '@shop/pricing'
import { chakra, SummaryRow, SummaryTotal } from '@shop/ui'
import { TotalRows } from './total-rows'

/** The amount paid by gift card. */
export interface CardPayment {
  hint: string
  pence: Pence
  /** It stands for goods that came back and are exchanged, and nobody has it. */
  isExchange?: boolean
}

interface PaidRowsProps {
  totals: Totals
  /** Label of the shipping row. */
  shipping: string
  /** The promotion code behind a discount. */
  code: string | null
  card: CardPayment | null
}

/** The totals of a checkout, including discount, gift card and amount due. */
export function PaidRows({ totals, shipping, code, card }: PaidRowsProps) {
  const { discountPence, totalPence } = totals
  return (
    <TotalRows
      totals={totals}
      shipping={shipping}
      discount={
        discountPence !== undefined && (
          <SummaryRow
            label={code ? `Discount (${code})` : 'Discount'}
            value={discountPence === 0 ? 'Free delivery' : <Less pence={discountPence} />}
          />
        )
      }
      paid={
        card && (
          <>
            <SummaryRow
              label={card.isExchange ? 'Paid by what you sent back' : `Gift card ending ${card.hint}`}
              value={<Less pence={card.pence} />}
            />
            <SummaryTotal label="To pay" value={formatPence(totalPence - card.pence)} />
          </>
        )
      }
    />
  )
}

/** A deducted amount; its minus sign never wraps. */
function Less({ pence }: { pence: Pence }) {
  return <chakra.span whiteSpace="nowrap">{`−${formatPence(pence)}`}</chakra.span>
}
