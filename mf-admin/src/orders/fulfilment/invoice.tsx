import { formatPence, londonDay, rateText, type Pence } from '@shop/pricing'
import type { Settings } from '@shop/settings'
import { Bill } from '@shop/forms/print'
import type { PrintedOrder } from './printed-orders'

interface InvoiceProps {
  order: PrintedOrder
  business: Settings['business']
}

/**
 * The invoice of an order, with everything that a VAT invoice must name
 * (HMRC, VAT guide, Notice 700, section 16.3.1): seller, VAT number, buyer, number, tax point, items, rate and amounts.
 */
export function Invoice({ order, business }: InvoiceProps) {
  const pounds = (pence: Pence) => formatPence(pence, order.currency)
  const { discount, card } = order
  const rows: [string, string][] = [
    ['Subtotal without VAT', pounds(order.subtotalPence)],
    ...(discount
      ? [
          [
            `Discount (${discount.code})`,
            discount.pence === 0 ? 'Free delivery' : `−${pounds(discount.pence)}`,
          ] satisfies [string, string],
        ]
      : []),
    [`VAT at ${rateText(order.vatRate)}`, pounds(order.vatPence)],
    ['Delivery', order.deliveryPence === 0 ? 'Free' : pounds(order.deliveryPence)],
    ['Total', pounds(order.totalPence)],
  ]
  return (
    <Bill
      title={business.vatNumber ? 'VAT invoice' : 'Invoice'}
      label={`Invoice of ${order.number}`}
      facts={[
        `Number ${order.number}`,
        `Order date: ${londonDay(order.createdAt)}`,
        ...(order.paidAt ? [`Tax point: ${londonDay(order.paidAt)}`] : []),
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
        {
          title: 'Invoice to',
          lines: order.billingAddress.length > 0 ? order.billingAddress : order.shippingAddress,
        },
        { title: 'Delivered to', lines: order.shippingAddress },
      ]}
      lines={order.items.map(({ name, sku, quantity, unitPence, linePence }) => ({
        name,
        note: sku,
        quantity,
        unit: pounds(unitPence),
        amount: pounds(linePence),
      }))}
      totals={rows}
    >
      {card && (
        <p>
          {pounds(card.pence)} was paid by the gift card ending {card.hint}
          {card.pence < order.totalPence && `, ${pounds(order.totalPence - card.pence)} by card`}.
        </p>
      )}
      {!order.paidAt && <p>This order has not been paid.</p>}
    </Bill>
  )
}
