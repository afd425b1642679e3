import { formatPence, londonDay } from '@shop/pricing'
import type { Settings } from '@shop/settings'
import { Heading, Lines, Link, looks, Paragraph, type Fact } from '../components'
import { validity } from './account-link'
import type { Order, OrderedGoods } from './order-fields'
import type { EmailContext } from './template'

/** The bought items with their amounts. */
export function Items({ order: { items, currency } }: { order: Pick<OrderedGoods, 'items' | 'currency'> }) {
  return (
    <table {...looks.table}>
      <tbody>
        {items.map(({ name, sku, quantity, unit, total }, index) => (
          <tr key={index}>
            <th scope="row" {...looks.item}>
              {name}
              <br />
              <span {...looks.itemDetail}>
                {`${String(quantity)} × ${formatPence(unit, currency)}${sku ? ` · SKU ${sku}` : ''}`}
              </span>
            </th>
            <td {...looks.itemTotal}>{formatPence(total, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The sums, from the subtotal to what a gift card paid. */
export function amounts(order: OrderedGoods) {
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
    { label: 'Total', value: pounds(order.total), isTotal: true },
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

/** The number and day of the order. */
export function orderFacts(order: Order): Fact[] {
  return [
    { label: 'Order number', value: order.order_number },
    { label: 'Order date', value: londonDay(order.created_at) },
  ]
}

/** The link to the receipt: in the account for an account's order, for a guest's by a token. */
export function Receipt({ order, siteUrl }: { order: Order; siteUrl: string }) {
  const { order_number: number, user_id: user, token } = order
  const path = user ? `/account/orders/${number}/receipt` : token && `/receipt?token=${token}`
  return path && <Link href={`${siteUrl}${path}`}>Your receipt</Link>
}

/** The seller as the law asks for: name, address, email. */
export function SoldBy({ business: { name, address, email } }: { business: Settings['business'] }) {
  return (
    <>
      <Heading>Sold by</Heading>
      <Lines of={[name, address, email].filter(Boolean)} />
    </>
  )
}

/** The account of who ordered as a guest: where it has the order, or how to open one. */
export function AccountOffer({ order, context }: { order: Order; context: EmailContext }) {
  const { siteUrl, queuedAt } = context
  if (order.in_account)
    return (
      <>
        <Heading>Your account</Heading>
        <Paragraph>
          You ordered as a guest, and this address has an account with us, so your order is in it. Sign in to
          see it. If you’ve forgotten your password, you can choose a new one there.
        </Paragraph>
        <Link href={`${siteUrl}/account/orders`}>Sign in</Link>
      </>
    )
  if (!order.account_token) return null
  return (
    <>
      <Heading>Save this order to an account</Heading>
      <Paragraph>
        {`Just choose a password to see your orders in one place and check out faster. You don’t need an account to receive your order. The link is ${validity(order.issued_at ?? queuedAt)}, and works once. Keep it to yourself: anyone who has it can open the account.`}
      </Paragraph>
      <Link href={`${siteUrl}/create-account?token=${order.account_token}`}>Open your account</Link>
    </>
  )
}
