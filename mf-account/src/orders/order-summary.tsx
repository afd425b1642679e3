import { formatPence } from '@shop/pricing'
import type { FragmentProps } from '@shop/router'
import { Box, chakra, Summary, SummaryRow, SummaryTotal, Text } from '@shop/ui'
import { orderTotal } from './order-messages'

type Contents = FragmentProps['order-summary']

const moneyIn =
  ({ currency }: Contents) =>
  (pence: number) =>
    formatPence(pence, currency)

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '1rem',
    paddingBlock: '.75rem',
    borderBottom: '1px solid {colors.line}',
  },
})

/** What was ordered. */
export function OrderLines({ order }: { order: Contents }) {
  const money = moneyIn(order)
  return (
    <ul>
      {order.items.map((item, index) => (
        <Line key={index}>
          <Box minWidth="0">
            <Text>{item.name}</Text>
            <Text textStyle="small" color="muted">
              {item.sku && (
                <>
                  <chakra.span whiteSpace="nowrap">{`SKU: ${item.sku},`}</chakra.span>{' '}
                </>
              )}
              <chakra.span whiteSpace="nowrap">{`Quantity: ${String(item.quantity)}`}</chakra.span>
            </Text>
          </Box>
          <Box textAlign="end" fontVariantNumeric="tabular-nums">
            <Text fontWeight={520}>{money(item.linePence)}</Text>
            <Text textStyle="small" color="muted">
              {money(item.unitPence)} each
            </Text>
          </Box>
        </Line>
      ))}
    </ul>
  )
}

/** The totals of an order. */
export function OrderRows({ order }: { order: Contents }) {
  const money = moneyIn(order)
  return (
    <>
      <SummaryRow label="Subtotal" value={money(order.subtotalPence)} />
      {order.discount && (
        <SummaryRow
          label={`Discount (${order.discount.code})`}
          value={
            order.discount.pence === 0 ? (
              'Free delivery'
            ) : (
              <chakra.span whiteSpace="nowrap">{`−${money(order.discount.pence)}`}</chakra.span>
            )
          }
        />
      )}
      <SummaryRow label="VAT" value={money(order.vatPence)} />
      <SummaryRow label="Shipping" value={money(order.shippingPence)} />
      <SummaryTotal label="Total" value={orderTotal(order.totalPence, order.currency)} />
      {order.card && (
        <SummaryRow label={`Paid by gift card ending ${order.card.hint}`} value={money(order.card.pence)} />
      )}
      {order.refundedPence > 0 && (
        <>
          <SummaryRow
            label="Refunded"
            value={<chakra.span whiteSpace="nowrap">{`−${money(order.refundedPence)}`}</chakra.span>}
          />
          <SummaryRow label="After refunds" value={money(order.totalPence - order.refundedPence)} />
        </>
      )}
    </>
  )
}

/** Lines and totals of an order, for the pages of others. */
export function Component(order: Contents) {
  return (
    <Summary title="Order summary" lines={<OrderLines order={order} />}>
      <OrderRows order={order} />
    </Summary>
  )
}
