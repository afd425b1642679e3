import { checkoutId } from '@shop/cart'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'

const orderSchema = v.nullable(
  v.pipe(
    v.object({ order_number: v.string(), status: v.string() }),
    v.transform(({ order_number, status }): EarlierOrder => ({ orderNumber: order_number, status })),
  ),
)

/** What the address of a confirmation says once its day is over: nothing of the person. */
export interface EarlierOrder {
  orderNumber: string
  status: string
}

/** The order that was paid in a checkout, or null if none was. @param sessionId the checkout's id */
export const earlierOrderQuery = (sessionId: string) =>
  queryOptions({
    key: ['earlier order', sessionId],
    queryFn: async (db, signal): Promise<EarlierOrder | null> =>
      v.is(checkoutId, sessionId)
        ? v.parse(
            orderSchema,
            await row(db.rpc('placed_order', { p_session_id: sessionId }).abortSignal(signal)),
          )
        : null,
  })
