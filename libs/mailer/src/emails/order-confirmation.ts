import { formatPence, londonDay } from '@shop/pricing'
import { withoutLinks } from '@shop/settings'
import { promises } from '@shop/settings/promises'
import * as v from 'valibot'
import type { Block, Describe, EmailContext } from '../paper'
import { cancellationTerms } from './cancellation'
import { dayRange } from './fields'
import { describeGiftCardOrder } from './gift-card-order'
import { addressLines, orderSchema, type Order } from './order-fields'
import { accountBlocks, itemsBlock, orderFacts, sellerBlocks } from './order-parts'
import { receiptLink } from './receipt-link'

/**
 * The confirmation on a durable medium: what was bought and charged, with everything a VAT invoice names, and the
 * information that the Consumer Contracts Regulations 2013 ask for (regulation 16 and Schedule 2).
 */
export const describeOrderConfirmation: Describe = (data, context) => {
  const order = v.parse(orderSchema, data)
  const first = withoutLinks(order.shipping_address.first_name)
  const parts = order.items.every(({ giftCard }) => giftCard)
    ? describeGiftCardOrder(order, context)
    : describeParcel(order, context)
  return {
    subject: `Your order ${order.order_number}`,
    heading: first ? `Thank you, ${first}` : 'Thank you for your order',
    ...parts,
  }
}

function describeParcel(
  order: Order,
  { business, siteUrl, queuedAt }: EmailContext,
): { blocks: Block[]; terms: Block[] } {
  const vatNumber = business.vatNumber.trim()
  return {
    blocks: [
      {
        kind: 'paragraph',
        text: `We have your order and your payment. We’ll dispatch it within ${promises.dispatch}, in a plain box.`,
      },
      ...arrivalBlocks(order),
      {
        kind: 'button',
        label: 'Track your order',
        href: `${siteUrl}/track-order?order=${order.order_number}`,
      },
      itemsBlock(order),
      { kind: 'facts', facts: amounts(order) },
      {
        kind: 'facts',
        facts: [
          ...orderFacts(order),
          { label: 'Tax point', value: londonDay(order.tax_point) },
          ...(vatNumber ? [{ label: 'VAT number', value: vatNumber }] : []),
        ],
      },
      ...receiptLink(order, siteUrl),
      { kind: 'heading', text: 'Delivering to' },
      { kind: 'lines', lines: addressLines(order.shipping_address) },
      ...accountBlocks(order, siteUrl, queuedAt),
    ],
    terms: [
      {
        kind: 'paragraph',
        text: 'This email confirms our contract. Please keep it for your records.',
      },
      ...sellerBlocks(business),
      { kind: 'heading', text: 'Our terms in short' },
      {
        kind: 'paragraph',
        text: 'You are 18 or over and are buying for your own use. You have paid the total above; nothing is added later. We deliver to the address above; the goods are your responsibility from the moment you, or someone you named, receive them. The law of England and Wales applies, and you keep the protection of the law where you live.',
      },
      { kind: 'link', label: 'Terms of service', href: `${siteUrl}/terms` },
      ...cancellationTerms(business, siteUrl),
    ],
  }
}

/** When the parcel comes and how; the method alone for an order that keeps no days. */
function arrivalBlocks({ arrives_from: from, arrives_to: to, shipping_method: method }: Order): Block[] {
  if (from && to)
    return [
      {
        kind: 'panel',
        label: 'Arrives',
        value: dayRange(from, to),
        ...(method ? { note: `Delivery method: ${method}` } : {}),
      },
    ]
  return method ? [{ kind: 'panel', label: 'Delivery method', value: method }] : []
}

/** The sums, from the subtotal to what a gift card paid. */
function amounts(order: Order) {
  const pounds = (pence: number) => formatPence(pence, order.currency)
  const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 }).format(
    order.vat_rate,
  )
  const discount = order.discount_amount === 0 ? 'Free delivery' : `−${pounds(order.discount_amount)}`
  return [
    { label: 'Subtotal excl. VAT', value: pounds(order.subtotal) },
    ...(order.promotion_code ? [{ label: `Discount (${order.promotion_code})`, value: discount }] : []),
    { label: `VAT at ${percent}`, value: pounds(order.tax_amount) },
    { label: 'Delivery', value: order.shipping_amount === 0 ? 'Free' : pounds(order.shipping_amount) },
    { label: 'Total', value: pounds(order.total), strong: true },
    ...(order.gift_card_hint
      ? [
          {
            label: `Paid by gift card ending ${order.gift_card_hint}`,
            value: pounds(order.gift_card_amount),
          },
          { label: 'Paid another way', value: pounds(order.total - order.gift_card_amount) },
        ]
      : []),
  ]
}
