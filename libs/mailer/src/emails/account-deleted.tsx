import { londonDay } from '@shop/pricing'
import * as v from 'valibot'
import { Lines, Paragraph } from '../components'
import { orderNumber } from './fields'
import type { Template } from './template'

const schema = v.object({
  deleted_at: v.string(),
  orders: v.array(orderNumber),
})

/** The receipt of a deleted account: what went, and what the law keeps. */
export const accountDeleted: Template = (data) => {
  const { deleted_at: at, orders } = v.parse(schema, data)
  const deleted = new Date(at)
  const day = Number.isNaN(deleted.getTime()) ? '' : ` on ${londonDay(deleted)}`
  return {
    subject: 'Your account is deleted',
    body: (
      <>
        <Paragraph>
          {`As you asked, we deleted your account${day}: your profile, addresses, wishlist, cart, messages, reviews and requests, and every sign-in.`}
        </Paragraph>
        {orders.length > 0 && (
          <>
            <Paragraph>
              Tax law requires us to keep records of sales for six years. For these orders we have kept the
              number, date, items, amounts and country, and nothing that identifies you:
            </Paragraph>
            <Lines of={orders} />
          </>
        )}
        <Paragraph>
          This is the last email you’ll get from us: we delete your address once it is sent. If you didn’t ask
          for this, please contact us.
        </Paragraph>
      </>
    ),
  }
}
