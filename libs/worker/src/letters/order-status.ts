import { formatPence } from '@shop/pricing'
import * as v from 'valibot'
import type { Block, Describe } from './description'
import { calendarDay, currency, day, money, orderNumber, words } from './fields'

const schema = v.object({
  order_number: orderNumber,
  status: v.picklist(['shipped', 'delivered', 'cancelled', 'refunded']),
  total: money,
  currency,
  tracking_number: words,
  carrier: words,
  estimated_delivery: v.nullish(day),
})

type OrderStatus = v.InferOutput<typeof schema>

/** News of an order: shipped, delivered, cancelled or refunded. */
export const describeOrderStatus: Describe = (data, { siteUrl }) => {
  const order = v.parse(schema, data)
  const heading = `Your order ${order.order_number} ${outcome[order.status]}`
  return { subject: heading, heading, blocks: [...says[order.status](order, siteUrl)] }
}

const outcome: Record<OrderStatus['status'], string> = {
  shipped: 'is on its way',
  delivered: 'has been delivered',
  cancelled: 'has been cancelled',
  refunded: 'has been refunded',
}

const says: Record<OrderStatus['status'], (order: OrderStatus, siteUrl: string) => Block[]> = {
  shipped: ({ order_number, carrier, tracking_number, estimated_delivery }, siteUrl) => {
    const facts = [
      { label: 'Carrier', value: carrier },
      { label: 'Tracking number', value: tracking_number },
      { label: 'Estimated delivery', value: estimated_delivery ? calendarDay(estimated_delivery) : '' },
    ].filter(({ value }) => value !== '')
    return [
      { kind: 'paragraph', text: 'Your parcel has left us, plainly wrapped.' },
      ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
      { kind: 'link', label: 'Track your order', href: `${siteUrl}/track-order?order=${order_number}` },
    ]
  },
  delivered: (_, siteUrl) => [
    { kind: 'paragraph', text: 'The carrier tells us that your parcel has arrived. If it has not, reply to us and we look into it.' },
    { kind: 'paragraph', text: 'If you change your mind, you may cancel within 14 days of receiving your order, as long as the seal is unbroken. Your statutory rights are not affected.' },
    { kind: 'link', label: 'Returns', href: `${siteUrl}/returns` },
  ],
  cancelled: (order) => [
    { kind: 'paragraph', text: `If you have paid, you get back the whole ${formatPence(order.total, order.currency)} by the means of payment you used, without delay and at the latest within 14 days.` },
  ],
  refunded: (order) => [
    { kind: 'paragraph', text: `We have refunded ${formatPence(order.total, order.currency)} to the means of payment you used. It may take a few days until your bank shows it.` },
  ],
}
