import { formatPence } from '@shop/pricing'
import { chakra, Summary, SummaryRow, SummaryTotal, Text } from '@shop/ui'
import type { DraftFigures } from './draft-record'

/** The totals of a draft as its customer will pay them. @param figures undefined until they are known */
export function DraftTotals({ figures, failed }: { figures: DraftFigures | undefined; failed: boolean }) {
  if (!figures)
    return (
      <Text role={failed ? 'alert' : 'status'} color={failed ? 'danger' : 'muted'}>
        {failed ? 'The prices could not be loaded. Please try again.' : 'Loading prices'}
      </Text>
    )
  const { subtotal, discount_amount: discount, tax_amount: vat, shipping_amount: delivery } = figures
  return (
    <chakra.div aria-live="polite">
      <Summary title="Totals">
        <SummaryRow label="Subtotal excl. VAT" value={formatPence(subtotal)} />
        {discount > 0 && <SummaryRow label="Discount" value={`−${formatPence(discount)}`} />}
        <SummaryRow label="VAT" value={formatPence(vat)} />
        <SummaryRow
          label="Delivery"
          value={delivery === null ? 'Choose a method' : delivery === 0 ? 'Free' : formatPence(delivery)}
        />
        <SummaryTotal
          label="Total"
          value={figures.totalPence === null ? 'Not yet' : formatPence(figures.totalPence)}
        />
      </Summary>
    </chakra.div>
  )
}
