import { formatPence } from '@shop/pricing'
import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import { Facts, Heading, Link, Paragraph, type EmailContent } from '../components'
import type { Order } from './order-fields'
import { AccountOffer, Items, orderFacts, Receipt, SoldBy } from './order-parts'
import type { EmailContext } from './template'

/** A gift card bought: no VAT, no delivery, and the right to cancel until it is used. */
export function giftCardOrder(order: Order, context: EmailContext): Pick<EmailContent, 'body' | 'terms'> {
  const { business, siteUrl } = context
  const cancelBy = business.email ? `, for example by email to ${business.email}` : ''
  return {
    body: (
      <>
        <Paragraph>
          We have your order and your payment. The card’s code comes in a separate email, to you or to the
          address you named.
        </Paragraph>
        <Items order={order} />
        <Facts of={[{ label: 'Total', value: formatPence(order.total, order.currency), isTotal: true }]} />
        <Facts of={orderFacts(order)} />
        <Receipt order={order} siteUrl={siteUrl} />
        <AccountOffer order={order} context={context} />
      </>
    ),
    terms: (
      <>
        <Paragraph>
          This email confirms our contract. Please keep it for your records. We don’t add VAT to gift cards;
          it’s included in whatever you buy with them.
        </Paragraph>
        <SoldBy business={business} />
        <Heading>Our terms in short</Heading>
        <Paragraph>
          {`You are 18 or over, and so is whoever redeems the card. It can be used for as many orders as its balance covers, and is valid for ${String(customerTerms.giftCardMonths)} months. The law of England and Wales applies, and you keep the protection of the law where you live.`}
        </Paragraph>
        <Link href={`${siteUrl}/terms`}>Terms of service</Link>
        <Heading>Your right to cancel</Heading>
        <Paragraph>
          {`You may cancel within ${String(customerTerms.cancelDays)} days of today without giving a reason, provided the card hasn’t been used: tell us clearly${cancelBy}. The card then ends, and we refund the payment method you used within ${String(customerTerms.refundDays)} days. ${returnRules.rights}`}
        </Paragraph>
      </>
    ),
  }
}
