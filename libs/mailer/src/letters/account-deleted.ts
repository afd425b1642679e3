import * as v from 'valibot'
import type { Describe } from './description'
import { orderNumber } from './fields'

const schema = v.object({
  deleted_at: v.string(),
  orders: v.array(orderNumber),
})

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

/** The receipt of a deleted account: what went, and what the law keeps. */
export const describeAccountDeleted: Describe = (data) => {
  const { deleted_at: at, orders } = v.parse(schema, data)
  const deleted = new Date(at)
  return {
    subject: 'Your account is deleted',
    heading: 'Your account is deleted',
    blocks: [
      {
        kind: 'paragraph',
        text: `As you asked, we deleted your account${Number.isNaN(deleted.getTime()) ? '' : ` on ${day.format(deleted)}`}: your profile, addresses, wishlist, cart, messages, reviews and requests, and every sign-in.`,
      },
      ...(orders.length > 0
        ? [
            {
              kind: 'paragraph' as const,
              text: 'Tax law asks us to keep sales for six years. Of these orders we kept the number, day, goods, sums and country, and nothing that says who you are:',
            },
            { kind: 'lines' as const, lines: orders },
          ]
        : []),
      {
        kind: 'paragraph',
        text: 'This is the last email you get from us: we forget your address once it is sent. If it was not you who asked, please write to us.',
      },
    ],
  }
}
