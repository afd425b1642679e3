import { londonDay } from '@shop/pricing'
import * as v from 'valibot'
import type { Describe } from '../paper'
import { orderNumber } from './fields'

const schema = v.object({
  deleted_at: v.string(),
  orders: v.array(orderNumber),
})

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
        text: `As you asked, we deleted your account${Number.isNaN(deleted.getTime()) ? '' : ` on ${londonDay(deleted)}`}: your profile, addresses, wishlist, cart, messages, reviews and requests, and every sign-in.`,
      },
      ...(orders.length > 0
        ? [
            {
              kind: 'paragraph' as const,
              text: 'Tax law requires us to keep records of sales for six years. For these orders we have kept the number, date, items, amounts and country, and nothing that identifies you:',
            },
            { kind: 'lines' as const, lines: orders },
          ]
        : []),
      {
        kind: 'paragraph',
        text: 'This is the last email you’ll get from us: we delete your address once it is sent. If you didn’t ask for this, please contact us.',
      },
    ],
  }
}
