import { Bill } from '@shop/forms/print'
import { formatPence, londonDay, type Pence } from '@shop/pricing'
import type { Settings } from '@shop/settings'
import type { Receipt } from './read-receipt'

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 })

/** The totals of a receipt, net of refunds. */
function totalsOf(receipt: Receipt): (readonly [string, string])[] {
  const pounds = (pence: Pence) => formatPence(pence, receipt.currency)
  const { discount, refunds } = receipt
  const vat = `VAT at ${percent.format(receipt.vatRate)}`
  const back = refunds.reduce((sum, refund) => sum + refund.pence, 0)
  const vatBack = refunds.reduce((sum, refund) => sum + refund.vatPence, 0)
  const sum: (readonly [string, string])[] = receipt.isGiftCard
    ? []
    : [
        ['Subtotal excl. VAT', pounds(receipt.subtotalPence)],
        ...(discount
          ? [
              [
                `Discount (${discount.code})`,
                discount.pence === 0 ? 'Free delivery' : `−${pounds(discount.pence)}`,
              ] as const,
            ]
          : []),
        [vat, pounds(receipt.vatPence)],
        ['Delivery', receipt.deliveryPence === 0 ? 'Free' : pounds(receipt.deliveryPence)],
      ]
  if (refunds.length === 0) return [...sum, ['Total', pounds(receipt.totalPence)]]
  return [
    ...sum,
    ['Total paid', pounds(receipt.totalPence)],
    ...refunds.map(
      ({ at, pence }, place) =>
        [
          `Refund ${refunds.length > 1 ? `${String(place + 1)}, ` : ''}${londonDay(at)}`,
          `−${pounds(pence)}`,
        ] as const,
    ),
    ...(receipt.isGiftCard ? [] : [[`${vat} after refunds`, pounds(receipt.vatPence - vatBack)] as const]),
    ['Total after refunds', pounds(receipt.totalPence - back)],
  ]
}

/** The receipt of a paid order: what a VAT receipt must name, and what has been refunded since. */
export function ReceiptPaper({ receipt, business }: { receipt: Receipt; business: Settings['business'] }) {
  const pounds = (pence: Pence) => formatPence(pence, receipt.currency)
  const { card, isGiftCard } = receipt
  return (
    <Bill
      title={business.vatNumber && !isGiftCard ? 'VAT receipt' : 'Receipt'}
      label={`Receipt of ${receipt.number}`}
      facts={[
        `Number ${receipt.number}`,
        `Order date: ${londonDay(receipt.orderedAt)}`,
        `Tax point: ${londonDay(receipt.taxPoint)}`,
      ]}
      blocks={[
        {
          title: 'Sold by',
          lines: [
            business.name,
            business.address,
            business.email,
            business.vatNumber && `VAT number ${business.vatNumber}`,
          ].filter(Boolean),
        },
        { title: 'Sold to', lines: receipt.billingAddress },
        ...(isGiftCard ? [] : [{ title: 'Delivered to', lines: receipt.shippingAddress }]),
      ]}
      lines={receipt.items.map(({ name, sku, quantity, unitPence, linePence }) => ({
        name,
        note: sku,
        quantity,
        unit: pounds(unitPence),
        amount: pounds(linePence),
      }))}
      totals={totalsOf(receipt)}
    >
      <p>
        Paid on {londonDay(receipt.taxPoint)}
        {card
          ? `: ${pounds(card.pence)} by the gift card ending ${card.hint}${
              card.pence < receipt.totalPence ? `, ${pounds(receipt.totalPence - card.pence)} by card` : ''
            }.`
          : ` by ${receipt.paymentMethod.toLowerCase()}.`}
      </p>
      {isGiftCard && (
        <p>No VAT is due on a gift card. It is part of the price of whatever the card later pays for.</p>
      )}
    </Bill>
  )
}
