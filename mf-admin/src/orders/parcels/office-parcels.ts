import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { pageEntries } from '../../kit/list-page'
import { timestamp } from '../../kit/database-values'

/** The states of parcels in the order of the filter. */
export const parcelStates = ['on_the_way', 'exception', 'processing', 'delivered'] as const
export type ParcelState = (typeof parcelStates)[number]

const parcelSchema = v.pipe(
  v.object({
    id: v.string(),
    order_number: v.string(),
    name: v.string(),
    carrier: v.nullable(v.string()),
    tracking_number: v.nullable(v.string()),
    status: v.string(),
    created_at: timestamp,
    expected: v.nullable(v.string()),
    late: v.nullable(v.boolean()),
  }),
  v.transform(
    ({ order_number: orderNumber, tracking_number: trackingNumber, created_at: createdAt, ...rest }) => ({
      ...rest,
      orderNumber,
      trackingNumber,
      createdAt,
    }),
  ),
)
const pageSchema = v.object(pageEntries(parcelSchema))

/** A parcel with the number and the name of its order. */
export type Parcel = v.InferOutput<typeof parcelSchema>

/**
 * The parcels in a state, the longest on their way first.
 *
 * @param q the beginning of a tracking number, looked for in every state; '' lists the state
 * @param page from 1; beyond the last it is the last
 */
export const officeParcelsQuery = (state: ParcelState, q: string, page: number) =>
  queryOptions({
    key: ['office-parcels', state, q, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_parcels', { p_state: state, p_query: q, p_page: page, p_size: 25 })
            .abortSignal(signal),
        ),
      ),
  })
