import { checkoutId } from '@shop/cart'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

const linkSchema = v.object({
  state: v.picklist(['open', 'changed', 'paid', 'ended']),
  order_number: v.optional(v.string()),
})

/**
 * What has become of a payment link that staff sent: `open`; `changed`, when a price or the stock changed, so that it cannot be paid;
 * `paid`; or `ended`, which an unknown one is as well.
 * @param sessionId the checkout's id, which the link holds
 */
export const paymentLinkQuery = (sessionId: string) =>
  queryOptions({
    key: ['payment link', sessionId],
    queryFn: async (db, signal): Promise<v.InferOutput<typeof linkSchema>> =>
      v.is(checkoutId, sessionId)
        ? v.parse(
            linkSchema,
            await row(db.rpc('payment_link', { p_session_id: sessionId }).abortSignal(signal)),
          )
        : { state: 'ended' },
  })
