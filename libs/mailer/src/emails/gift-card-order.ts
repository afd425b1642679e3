import { formatPence } from '@shop/pricing'
import { promises, returnRules } from '@shop/settings/promises'
import type { Block, EmailContext } from '../paper'
import type { Order } from './order-fields'
import { accountBlocks, itemsBlock, orderFacts, sellerBlocks } from './order-parts'
import { receiptLink } from './receipt-link'

/** A gift card bought: no VAT, no delivery, and the right to cancel until it is used. */
export function describeGiftCardOrder(
  order: Order,
  { business, siteUrl, queuedAt }: EmailContext,
): { blocks: Block[]; terms: Block[] } {
  const { email } = business
  return {
    blocks: [
      {
        kind: 'paragraph',
        text: 'We have your order and your payment. The card’s code comes in a separate email, to you or to the address you named.',
      },
      itemsBlock(order),
      {
        kind: 'facts',
        facts: [{ label: 'Total', value: formatPence(order.total, order.currency), strong: true }],
      },
      { kind: 'facts', facts: orderFacts(order) },
      ...receiptLink(order, siteUrl),
      ...accountBlocks(order, siteUrl, queuedAt),
    ],
    terms: [
      {
        kind: 'paragraph',
        text: 'This email confirms our contract. Please keep it for your records. No VAT is due on a gift card: it is part of the price of whatever the card later pays for.',
      },
      ...sellerBlocks(business),
      { kind: 'heading', text: 'Our terms in short' },
      {
        kind: 'paragraph',
        text: `You are 18 or over, and so is whoever redeems the card. It can be used for as many orders as its balance covers, and is valid for ${String(promises.giftCardMonths)} months. The law of England and Wales applies, and you keep the protection of the law where you live.`,
      },
      { kind: 'link', label: 'Terms of service', href: `${siteUrl}/terms` },
      { kind: 'heading', text: 'Your right to cancel' },
      {
        kind: 'paragraph',
        text: `You may cancel within ${String(promises.cancelDays)} days of today without giving a reason, as long as nothing has been paid for with the card: tell us clearly${email ? `, for example by email to ${email}` : ''}. The card then ends, and we refund the payment method you used within ${String(promises.refundDays)} days. ${returnRules.rights}`,
      },
    ],
  }
}
