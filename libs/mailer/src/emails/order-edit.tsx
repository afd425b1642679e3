import { formatPence, londonDay } from '@shop/pricing'
import * as v from 'valibot'
import { Button, Facts, Heading, Lines, Paragraph, type Fact } from '../components'
import { currency, moment, money, nameOf, optionalText, orderNumber, token } from './fields'
import { addressLines, addressSchema } from './order-fields'
import type { Template } from './template'

const items = v.array(v.object({ name: v.string(), variant_name: optionalText, quantity: v.number() }))

const schema = v.object({
  state: v.picklist(['waiting', 'applied']),
  order_number: orderNumber,
  currency,
  items,
  items_before: items,
  /** Only where it changes. */
  shipping_address: v.nullish(addressSchema),
  promotion_lost: v.optional(v.boolean(), false),
  total_before: money,
  subtotal: money,
  discount_amount: money,
  tax_amount: money,
  shipping_amount: money,
  total: money,
  card_back: money,
  gift_card_back: money,
  gift_card_hint: optionalText,
  /** Opens the page that takes the payment of an edit that waits. */
  token: v.optional(token),
  expires_at: v.optional(moment),
})
type Edit = v.InferOutput<typeof schema>

/** An edit of an order: what changes, and what is paid or refunded. One that costs more waits for its payment by a link. */
export const orderEdit: Template = (data, { siteUrl }) => {
  const edit = v.parse(schema, data)
  const amount = (pence: number) => formatPence(pence, edit.currency)
  const due = edit.total - edit.total_before
  const isWaiting = edit.state === 'waiting'
  return {
    subject: `Your order ${edit.order_number}: ${isWaiting ? 'a change to confirm' : 'changed'}`,
    heading: isWaiting ? 'A change to your order' : 'Your order has been changed',
    body: (
      <>
        <Paragraph>
          {isWaiting
            ? `We have prepared a change to your order ${edit.order_number}. It comes to ${amount(due)} more. Your order stays as it was until you have paid${edit.expires_at ? `, which you can do until ${londonDay(edit.expires_at)}` : ''}.`
            : `Your order ${edit.order_number} has been changed. This email replaces what our earlier ones say about it.`}
        </Paragraph>
        {isWaiting && edit.token && (
          <Button href={`${siteUrl}/checkout/change?session=${edit.token}`}>See the change and pay</Button>
        )}
        <Facts of={[...changedLines(edit), ...amounts(edit)]} />
        {edit.promotion_lost && (
          <Paragraph>The discount of your code no longer applies to the order as it is now.</Paragraph>
        )}
        {edit.shipping_address && (
          <>
            <Heading>Delivery address</Heading>
            <Lines of={addressLines(edit.shipping_address)} />
          </>
        )}
        {edit.card_back > 0 && (
          <Paragraph>Your bank may take up to ten days to show the amount refunded to your card.</Paragraph>
        )}
        {edit.gift_card_back > 0 && (
          <Paragraph>
            The amount refunded to your gift card can be spent for at least three months. If the card had
            ended, the code of a new one comes in a separate email.
          </Paragraph>
        )}
        <Paragraph>If you did not ask for this, please reply to this email.</Paragraph>
      </>
    ),
  }
}

/** What is more, fewer, new or gone. */
function changedLines({ items: after, items_before: before }: Edit): Fact[] {
  const pieces = (list: Edit['items'], name: string) =>
    list.reduce((sum, item) => sum + (nameOf(item) === name ? item.quantity : 0), 0)
  return [...new Set([...before, ...after].map(nameOf))].flatMap((name) => {
    const [was, is] = [pieces(before, name), pieces(after, name)]
    if (was === is) return []
    const value =
      was === 0 ? `${String(is)} added` : is === 0 ? 'Removed' : `${String(is)} instead of ${String(was)}`
    return [{ label: name, value }]
  })
}

function amounts(edit: Edit): Fact[] {
  const amount = (pence: number) => formatPence(pence, edit.currency)
  const due = edit.total - edit.total_before
  return [
    { label: 'Subtotal', value: amount(edit.subtotal) },
    ...(edit.discount_amount > 0 ? [{ label: 'Discount', value: `−${amount(edit.discount_amount)}` }] : []),
    { label: 'VAT', value: amount(edit.tax_amount) },
    { label: 'Delivery', value: edit.shipping_amount === 0 ? 'Free' : amount(edit.shipping_amount) },
    { label: 'New total', value: amount(edit.total), isTotal: true },
    { label: 'Total before', value: amount(edit.total_before) },
    ...(due > 0
      ? [{ label: edit.state === 'waiting' ? 'To pay' : 'Paid for the change', value: amount(due) }]
      : []),
    ...(edit.card_back > 0
      ? [{ label: 'Refunded to the card you paid with', value: amount(edit.card_back) }]
      : []),
    ...(edit.gift_card_back > 0
      ? [
          {
            label: `Refunded to the gift card ending ${edit.gift_card_hint}`,
            value: amount(edit.gift_card_back),
          },
        ]
      : []),
  ]
}
