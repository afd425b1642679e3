import * as v from 'valibot'
import { Button, Lines, Link, Paragraph } from '../components'
import { nameOf, optionalText, token } from './fields'
import type { Template } from './template'

const schema = v.object({
  first_name: optionalText,
  token,
  items: v.array(v.object({ name: v.string(), variant_name: optionalText, quantity: v.number() })),
})

/** The one email about a checkout that was not finished. The link to decline it works for ever. */
export const abandonedCheckout: Template = (data, { siteUrl }) => {
  const { first_name: name, token, items } = v.parse(schema, data)
  const decline = `${siteUrl}/account/no-reminders?token=${token}`
  return {
    // Without the goods, for discretion.
    subject: 'Your cart is still here',
    body: (
      <>
        <Paragraph>
          {name ? `Hello ${name}, you` : 'You'} began a checkout and did not finish it. In your cart there is:
        </Paragraph>
        <Lines of={items.map((item) => `${String(item.quantity)} × ${nameOf(item)}`)} />
        <Button href={`${siteUrl}/cart`}>Open your cart</Button>
        <Paragraph>
          It opens in the browser you used, or once you have signed in. We do not hold the goods for you, and
          prices are those of the day you buy.
        </Paragraph>
        <Paragraph>
          We send this email once for a checkout. <Link href={decline}>Do not send me such emails</Link>
        </Paragraph>
      </>
    ),
    unsubscribe: decline,
  }
}
