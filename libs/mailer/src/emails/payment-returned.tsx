import { formatPence } from '@shop/pricing'
import * as v from 'valibot'
import { Button, Paragraph } from '../components'
import { currency, money } from './fields'
import type { Template } from './template'

const schema = v.object({
  amount: money,
  currency,
  reason: v.picklist(['no_order', 'paid_twice', 'amount_differs']),
})

/** To someone whose payment is returned: it can no longer become an order, or there is one already. */
export const paymentReturned: Template = (data, { siteUrl }) => {
  const { amount, currency: unit, reason } = v.parse(schema, data)
  const paid = formatPence(amount, unit)
  const why = {
    paid_twice: `Your payment of ${paid} was a second payment for an order that was already paid for. Your order is not affected.`,
    amount_differs: `We couldn’t place an order for your payment of ${paid}: the amount due had changed by the time it arrived.`,
    no_order: `We couldn’t place an order for your payment of ${paid}: by the time it arrived, something you chose was no longer available, or no longer at that price.`,
  }
  return {
    subject: 'Your payment has been returned',
    body: (
      <>
        <Paragraph>{why[reason]}</Paragraph>
        <Paragraph>
          The full amount is on its way back to the card you paid with. Your bank may take up to ten days to
          show it. You don’t need to do anything.
        </Paragraph>
        {reason !== 'paid_twice' && (
          <>
            <Paragraph>We’re sorry. Everything that is still available is in your cart.</Paragraph>
            <Button href={`${siteUrl}/cart`}>Go to your cart</Button>
          </>
        )}
      </>
    ),
  }
}
