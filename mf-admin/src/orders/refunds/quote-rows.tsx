import { formatPence } from '@shop/pricing'
import { chakra, SummaryRow, Text } from '@shop/ui'
import { errorWords } from '../../kit/error-words'
import type { OrderRefunds, RefundQuote } from './order-refunds'

interface QuoteRowsProps {
  /** Undefined while it is asked for. */
  quote: RefundQuote | undefined
  /** Whether the quote is of what was chosen before, until the next is here. */
  isOutdated: boolean
  error: Error | null
  order: OrderRefunds
}

/** What a refund comes to, by means of payment. */
export function QuoteRows({ quote, isOutdated, error, order }: QuoteRowsProps) {
  const money = (pence: number) => formatPence(pence, order.currency)
  if (error) return <Text color="danger">{errorWords(error, 'The amount could not be worked out.')}</Text>
  return (
    <chakra.dl
      display="grid"
      gap=".4rem"
      opacity={isOutdated ? 0.6 : 1}
      aria-live="polite"
      aria-busy={isOutdated}
    >
      {quote && quote.cardPence > 0 && (
        <SummaryRow label="To the card that paid" value={money(quote.cardPence)} />
      )}
      {quote && quote.giftCardPence > 0 && (
        <SummaryRow
          label={`To the gift card ending ${order.giftCardHint ?? ''}`}
          value={money(quote.giftCardPence)}
        />
      )}
      {quote && <SummaryRow label="VAT in it" value={money(quote.taxPence)} />}
      <SummaryRow
        label={<strong>Refund</strong>}
        value={<strong>{quote ? money(quote.pence) : '…'}</strong>}
      />
    </chakra.dl>
  )
}
