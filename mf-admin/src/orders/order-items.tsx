import { formatPence } from '@shop/pricing'
import { chakra, Text, TextLink } from '@shop/ui'
import { Fact, Facts, Part } from './order-parts'
import type { OrderRecord } from './order-record'

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '1rem',
    paddingBlock: '.6rem',
    borderBottom: '1px solid {colors.line}',
  },
})

/** What was bought, and the totals as they were charged. */
export function OrderItems({ order }: { order: OrderRecord }) {
  const money = (pence: number) => formatPence(pence, order.currency)
  const { discount, card } = order
  return (
    <Part title="Order items">
      {order.items.length === 0 && <Text color="muted">The order has no items.</Text>}
      <ul>
        {order.items.map((item, index) => (
          <Line key={index}>
            <chakra.div minWidth="0" overflowWrap="anywhere">
              <Text fontWeight={520}>
                {item.productId === null ? (
                  item.productName
                ) : (
                  <TextLink to={`/admin/products?product=${item.productId}`} plain>
                    {item.productName}
                  </TextLink>
                )}
              </Text>
              <Text color="muted">
                {[...item.options, item.sku && `SKU ${item.sku}`, `quantity ${String(item.quantity)}`]
                  .filter(Boolean)
                  .join(', ')}
              </Text>
            </chakra.div>
            <chakra.div textAlign="end" fontVariantNumeric="tabular-nums">
              <Text>{money(item.linePence)}</Text>
              <Text color="muted">{money(item.unitPence)} each</Text>
            </chakra.div>
          </Line>
        ))}
      </ul>
      <Facts>
        <Fact name="Subtotal">{money(order.subtotalPence)}</Fact>
        {discount && (
          <Fact name={`Discount (${discount.code})`}>
            {discount.pence === 0 ? 'Free delivery' : `−${money(discount.pence)}`}
          </Fact>
        )}
        <Fact name="VAT">{money(order.vatPence)}</Fact>
        <Fact name={order.shippingMethod ? `${order.shippingMethod} shipping` : 'Shipping'}>
          {order.shippingPence === 0 ? 'Free' : money(order.shippingPence)}
        </Fact>
        <Fact name="Total" strong>
          {money(order.totalPence)} {order.currency}
        </Fact>
        {card && <Fact name={`Paid by gift card ending ${card.hint}`}>{money(card.pence)}</Fact>}
      </Facts>
    </Part>
  )
}
