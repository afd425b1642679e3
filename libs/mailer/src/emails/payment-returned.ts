import { formatPence } from '@shop/pricing'
import * as v from 'valibot'
import type { Describe } from '../paper'
import { currency, money } from './fields'

const schema = v.object({
  amount: money,
  currency,
  reason: v.picklist(['no_order', 'paid_twice', 'amount_differs']),
})

/** To someone whose payment is returned: it can no longer become an order, or there is one already. */
export const describePaymentReturned: Describe = (data, { siteUrl }) => {
  const { amount, currency: unit, reason } = v.parse(schema, data)
  const paid = formatPence(amount, unit)
  const back =
    'The full amount is on its way back to the card you paid with. Your bank may take up to ten days to show it. You don’t need to do anything.'
  return {
    subject: 'Your payment has been returned',
    heading: 'Your payment has been returned',
    blocks:
      reason === 'paid_twice'
        ? [
            {
              kind: 'paragraph',
              text: `Your payment of ${paid} was a second payment for an order that was already paid for. Your order is not affected.`,
            },
            { kind: 'paragraph', text: back },
          ]
        : [
            {
              kind: 'paragraph',
              text:
                reason === 'amount_differs'
                  ? `We couldn’t place an order for your payment of ${paid}: the amount due had changed by the time it arrived.`
                  : `We couldn’t place an order for your payment of ${paid}: by the time it arrived, something you chose was no longer available, or no longer at that price.`,
            },
            { kind: 'paragraph', text: back },
            { kind: 'paragraph', text: 'We’re sorry. Everything that is still available is in your cart.' },
            { kind: 'button', label: 'Go to your cart', href: `${siteUrl}/cart` },
          ],
  }
}
