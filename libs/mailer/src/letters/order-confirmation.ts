import { formatPence, type Pence } from '@shop/pricing'
import { withoutLinks, type Settings } from '@shop/settings'
import * as v from 'valibot'
import { cancellationTerms } from './cancellation'
import type { Block, Describe } from './description'
import { currency, londonDay, money, moment, orderNumber, optionalText } from './fields'
import { receiptFields, receiptLink } from './receipt-link'

// Items carry name and price under two keys each; either will do.
const item = v.pipe(
  v.object({
    name: optionalText,
    product_name: optionalText,
    variant_name: optionalText,
    sku: optionalText,
    quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
    unit_price: v.nullish(money),
    price: v.nullish(money),
    total_price: v.nullish(money),
    gift_card: v.optional(v.boolean(), false),
  }),
  v.check(({ name, product_name }) => name !== '' || product_name !== ''),
  v.check(({ unit_price, price }) => (unit_price ?? price ?? null) !== null),
  v.transform(
    ({ name, product_name, variant_name, sku, quantity, unit_price, price, total_price, gift_card }) => {
      const unit = unit_price ?? price ?? 0
      return {
        name: [name || product_name, variant_name].filter(Boolean).join(', '),
        sku,
        quantity,
        unit,
        giftCard: gift_card,
        total: total_price ?? unit * quantity,
      }
    },
  ),
)

const address = v.object({
  first_name: optionalText,
  last_name: optionalText,
  address_line_1: optionalText,
  address_line_2: optionalText,
  city: optionalText,
  state: optionalText,
  postal_code: optionalText,
})

const schema = v.object({
  ...receiptFields,
  order_number: orderNumber,
  created_at: moment,
  tax_point: moment,
  currency,
  items: v.pipe(v.array(item), v.minLength(1)),
  subtotal: money,
  promotion_code: optionalText,
  discount_amount: v.optional(money, 0),
  vat_rate: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))]),
    v.minValue(0),
    v.maxValue(1),
  ),
  tax_amount: money,
  shipping_amount: money,
  total: money,
  gift_card_amount: v.optional(money, 0),
  gift_card_hint: optionalText,
  shipping_method: optionalText,
  shipping_address: address,
  /** Bought as a guest whose address has an account, which the order is now in. */
  in_account: v.optional(v.boolean(), false),
})

/**
 * The confirmation on a durable medium: what was bought and charged, with everything a VAT invoice names, and the
 * information that the Consumer Contracts Regulations 2013 ask for (regulation 16 and Schedule 2).
 */
export const describeOrderConfirmation: Describe = (data, { siteUrl, business }) => {
  const order = v.parse(schema, data)
  const pounds = (pence: number) => formatPence(pence, order.currency)
  const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 }).format(
    order.vat_rate,
  )
  const vatNumber = business.vatNumber.trim()
  if (order.items.every(({ giftCard }) => giftCard))
    return describeGiftCardOrder(order, pounds, business, siteUrl)
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: 'We have your order and your payment, and with this letter our contract is made. Please keep it.',
    },
    {
      kind: 'facts',
      facts: [
        { label: 'Order number', value: order.order_number },
        { label: 'Order date', value: londonDay(order.created_at) },
      ],
    },
    { kind: 'items', items: order.items.map((line) => printed(line, pounds)) },
    {
      kind: 'facts',
      facts: [
        { label: 'Subtotal without VAT', value: pounds(order.subtotal) },
        ...(order.promotion_code
          ? [
              {
                label: `Discount (${order.promotion_code})`,
                value: order.discount_amount === 0 ? 'Free delivery' : `−${pounds(order.discount_amount)}`,
              },
            ]
          : []),
        { label: `VAT at ${percent}`, value: pounds(order.tax_amount) },
        { label: 'Delivery', value: pounds(order.shipping_amount) },
        { label: 'Total', value: pounds(order.total) },
        ...(order.gift_card_hint
          ? [
              {
                label: `Paid by gift card ending ${order.gift_card_hint}`,
                value: pounds(order.gift_card_amount),
              },
              { label: 'Paid otherwise', value: pounds(order.total - order.gift_card_amount) },
            ]
          : []),
      ],
    },
    {
      kind: 'facts',
      facts: [
        { label: 'Tax point', value: londonDay(order.tax_point) },
        ...(vatNumber ? [{ label: 'VAT number', value: vatNumber }] : []),
      ],
    },
    ...receiptLink(order, siteUrl),
    { kind: 'heading', text: 'Sold by' },
    { kind: 'lines', lines: [business.name, business.address, business.email].filter(Boolean) },
    { kind: 'heading', text: 'Delivery' },
    { kind: 'lines', lines: addressLines(order.shipping_address) },
    ...(order.shipping_method
      ? [{ kind: 'paragraph' as const, text: `Delivery method: ${order.shipping_method}` }]
      : []),
    {
      kind: 'paragraph',
      text: 'To see where your order is, enter your e-mail address or postcode with its number.',
    },
    { kind: 'link', label: 'Track your order', href: `${siteUrl}/track-order?order=${order.order_number}` },
    ...accountBlocks(order, siteUrl),
    { kind: 'heading', text: 'Our terms in short' },
    {
      kind: 'paragraph',
      text: 'You are 18 or older and order for your own use. You have paid the total above; nothing is added later. We deliver to the address above; the goods are your responsibility from the moment you, or someone you named, receive them. The law of England and Wales applies, and you keep the protection of the law of your home.',
    },
    { kind: 'link', label: 'Terms of service', href: `${siteUrl}/terms` },
    ...cancellationTerms(business, siteUrl),
  ]
  return { subject: `Your order ${order.order_number}`, heading: 'Thank you for your order', blocks }
}

/** Where an account holder who ordered as a guest finds the order. */
function accountBlocks({ in_account }: v.InferOutput<typeof schema>, siteUrl: string): Block[] {
  if (!in_account) return []
  return [
    { kind: 'heading', text: 'Your account' },
    {
      kind: 'paragraph',
      text: 'You ordered as a guest, and this address has an account with us, so your order is in it. Sign in to see it. If you have forgotten your password, you can choose a new one there.',
    },
    { kind: 'link', label: 'Sign in', href: `${siteUrl}/account/orders` },
  ]
}

/** A gift card bought: no VAT, no delivery, and the right to cancel until it is used. */
function describeGiftCardOrder(
  order: v.InferOutput<typeof schema>,
  pounds: Print,
  { name, address: street, email }: Settings['business'],
  siteUrl: string,
) {
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: 'We have your order and your payment, and with this letter our contract is made. Please keep it. The code of the card is in a letter of its own, to you or to the address you named.',
    },
    {
      kind: 'facts',
      facts: [
        { label: 'Order number', value: order.order_number },
        { label: 'Order date', value: londonDay(order.created_at) },
      ],
    },
    { kind: 'items', items: order.items.map((line) => printed(line, pounds)) },
    { kind: 'facts', facts: [{ label: 'Total', value: pounds(order.total) }] },
    {
      kind: 'paragraph',
      text: 'No VAT falls due on a gift card. It is part of what the card later pays for.',
    },
    ...accountBlocks(order, siteUrl),
    ...receiptLink(order, siteUrl),
    { kind: 'heading', text: 'Sold by' },
    { kind: 'lines', lines: [name, street, email].filter(Boolean) },
    { kind: 'heading', text: 'Our terms in short' },
    {
      kind: 'paragraph',
      text: 'You are 18 or older, and so is whoever redeems the card. It pays for orders here until it is used up, and is good for 24 months. The law of England and Wales applies, and you keep the protection of the law of your home.',
    },
    { kind: 'link', label: 'Terms of service', href: `${siteUrl}/terms` },
    { kind: 'heading', text: 'Your right to cancel' },
    {
      kind: 'paragraph',
      text: `You may cancel within 14 days of today without giving a reason, as long as nothing was paid with the card: tell us clearly${email ? `, for example by e-mail to ${email}` : ''}. The card then ends, and we refund what you paid within 14 days, by the means of payment you used. Your statutory rights are not affected.`,
    },
  ]
  return { subject: `Your order ${order.order_number}`, heading: 'Thank you for your order', blocks }
}

type Print = (pence: Pence) => string
const printed = ({ name, sku, quantity, unit, total }: v.InferOutput<typeof item>, pounds: Print) => ({
  name,
  sku,
  quantity,
  unit: pounds(unit),
  total: pounds(total),
})

/** The address as entered, without links: it may have been entered with someone else's e-mail. */
function addressLines(to: v.InferOutput<typeof address>): string[] {
  const name = `${to.first_name} ${to.last_name}`.trim()
  return [name, to.address_line_1, to.address_line_2, to.city, to.state, to.postal_code]
    .map(withoutLinks)
    .filter((line) => line !== '')
}
