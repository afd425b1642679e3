import { formatPence } from '@shop/pricing'
import * as v from 'valibot'
import type { Describe } from './description'
import { currency, money } from './fields'

const schema = v.object({ amount: money, currency, reason: v.picklist(['no_order', 'paid_twice']) })

/** To someone whose payment is returned: it can no longer become an order, or there is one already. */
export const describePaymentReturned: Describe = (data, { siteUrl }) => {
  const { amount, currency: unit, reason } = v.parse(schema, data)
  const paid = formatPence(amount, unit)
  const back =
    'The whole amount is on its way back to the card you paid with. Banks take up to ten days to show it. You need do nothing.'
  return {
    subject: 'Your payment has been returned',
    heading: 'Your payment has been returned',
    blocks:
      reason === 'paid_twice'
        ? [
            {
              kind: 'paragraph',
              text: `Your payment of ${paid} was a second one for an order that is paid already. The order stands.`,
            },
            { kind: 'paragraph', text: back },
          ]
        : [
            {
              kind: 'paragraph',
              text: `No order could be made of your payment of ${paid}: when it arrived, what you chose was no longer to be had, or no longer at that price.`,
            },
            { kind: 'paragraph', text: back },
            { kind: 'paragraph', text: 'We are sorry. What can still be had is in your cart.' },
            { kind: 'link', label: 'Your cart', href: `${siteUrl}/cart` },
          ],
  }
}
