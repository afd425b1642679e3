import { londonDay } from '@shop/pricing'
import { withoutLinks } from '@shop/settings'
import { customerTerms } from '@shop/settings/customer-terms'
import * as v from 'valibot'
import { Button, Facts, Heading, Lines, Link, Panel, Paragraph, type EmailContent } from '../components'
import { CancellationTerms } from './cancellation-terms'
import { dayRange } from './fields'
import { giftCardOrder } from './gift-card-order'
import { addressLines, orderSchema, type Order } from './order-fields'
import { AccountOffer, amounts, Items, orderFacts, Receipt, SoldBy } from './order-parts'
import type { EmailContext, Template } from './template'

/**
 * The confirmation on a durable medium: what was bought and charged, with everything a VAT invoice names, and the
 * information that the Consumer Contracts Regulations 2013 ask for (regulation 16 and Schedule 2).
 */
export const orderConfirmation: Template = (data, context) => {
  const order = v.parse(orderSchema, data)
  const first = withoutLinks(order.shipping_address.first_name)
  const isGiftCard = order.items.every(({ giftCard }) => giftCard)
  return {
    subject: `Your order ${order.order_number}`,
    heading: first ? `Thank you, ${first}` : 'Thank you for your order',
    ...(isGiftCard ? giftCardOrder(order, context) : parcelOrder(order, context)),
  }
}

function parcelOrder(order: Order, context: EmailContext): Pick<EmailContent, 'body' | 'terms'> {
  const { business, siteUrl } = context
  const vatNumber = business.vatNumber.trim()
  return {
    body: (
      <>
        <Paragraph>
          {`We have your order and your payment. We’ll dispatch it within ${customerTerms.dispatch}, in a plain box.`}
        </Paragraph>
        <Arrival order={order} />
        <Button href={`${siteUrl}/track-order?order=${order.order_number}`}>Track your order</Button>
        <Items order={order} />
        <Facts of={amounts(order)} />
        <Facts
          of={[
            ...orderFacts(order),
            { label: 'Tax point', value: londonDay(order.tax_point) },
            ...(vatNumber ? [{ label: 'VAT number', value: vatNumber }] : []),
          ]}
        />
        <Receipt order={order} siteUrl={siteUrl} />
        <Heading>Delivering to</Heading>
        <Lines of={addressLines(order.shipping_address)} />
        <AccountOffer order={order} context={context} />
      </>
    ),
    terms: (
      <>
        <Paragraph>This email confirms our contract. Please keep it for your records.</Paragraph>
        <SoldBy business={business} />
        <Heading>Our terms in short</Heading>
        <Paragraph>
          You are 18 or over and are buying for your own use. You have paid the total above; nothing is added
          later. We deliver to the address above; the goods are your responsibility from the moment you, or
          someone you named, receive them. The law of England and Wales applies, and you keep the protection
          of the law where you live.
        </Paragraph>
        <Link href={`${siteUrl}/terms`}>Terms of service</Link>
        <CancellationTerms business={business} siteUrl={siteUrl} />
      </>
    ),
  }
}

/** When the parcel comes and how; the method alone for an order that keeps no days. */
function Arrival({ order }: { order: Order }) {
  const { arrives_from: from, arrives_to: to, shipping_method: method } = order
  if (from && to)
    return (
      <Panel
        label="Arrives"
        value={dayRange(from, to)}
        note={method ? `Delivery method: ${method}` : undefined}
      />
    )
  return method && <Panel label="Delivery method" value={method} />
}
