import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { pageEntries } from '../../kit/list-page'

/** The states of a review in their order. */
export const reviewStates = ['pending', 'approved', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]

/** How the states are called. */
export const stateLabels: Record<ReviewState, string> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
}

const reviewSchema = v.pipe(
  v.object({
    id: v.string(),
    state: v.picklist(reviewStates),
    rating: v.number(),
    body: v.string(),
    author: v.string(),
    variant_name: v.string(),
    created_at: v.string(),
    order_number: v.string(),
    product: v.string(),
    slug: v.string(),
  }),
  v.transform(({ variant_name: variant, created_at: at, order_number: orderNumber, product, ...rest }) => ({
    ...rest,
    orderNumber,
    createdAt: new Date(at),
    product: variant ? `${product}, ${variant}` : product,
  })),
)
const pageSchema = v.object(pageEntries(reviewSchema))

/** A review as staff read it. */
export type OfficeReview = v.InferOutput<typeof reviewSchema>

/** The reviews in a state; those that wait, the oldest first. @param page from 1; beyond the last it is the last */
export const officeReviewsQuery = (state: ReviewState, page: number) =>
  queryOptions({
    key: ['office-reviews', state, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(db.rpc('office_reviews', { p_state: state, p_page: page, p_size: 25 }).abortSignal(signal)),
      ),
  })

/** Approves or rejects a review, or sets it back to pending. @throws BackendError */
export async function decideReview(
  db: Backend,
  { id, state }: { id: string; state: ReviewState },
): Promise<void> {
  await row(db.rpc('decide_review', { p_id: id, p_state: state }))
}
