import { shop } from '@shop/settings'
import { Paper, PaperBlocks, PaperHead } from '@shop/forms/print'
import { londonDay } from '@shop/pricing'
import type { PrintedOrder, Slip } from './printed-orders'

/** What is in the parcel, for whoever packs and unpacks it: without prices, since it may be a present. */
export function PackingSlip({ order, slip }: { order: PrintedOrder; slip: Slip }) {
  const quantity = slip.items.reduce((sum, item) => sum + item.quantity, 0)
  return (
    <Paper aria-label={`Packing slip of ${[order.number, slip.title].filter(Boolean).join(', ')}`}>
      <PaperHead title="Packing slip">
        <div>{shop.name}</div>
        <div>Order {order.number}</div>
        {slip.title && <div>{slip.title}</div>}
        <div>{londonDay(order.createdAt)}</div>
      </PaperHead>
      <PaperBlocks
        blocks={[
          { title: 'Deliver to', lines: order.shippingAddress },
          { title: 'Delivery method', lines: order.deliveryMethod ? [order.deliveryMethod] : [] },
        ]}
      />
      <table>
        <thead>
          <tr>
            <th>Item</th>
            <th>SKU</th>
            <th data-figure>Quantity</th>
          </tr>
        </thead>
        <tbody>
          {slip.items.map(({ name, sku, quantity }, place) => (
            <tr key={place}>
              <td>{name}</td>
              <td>{sku}</td>
              <td data-figure>{quantity}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>Pieces in all</td>
            <td data-figure>{quantity}</td>
          </tr>
        </tfoot>
      </table>
    </Paper>
  )
}
