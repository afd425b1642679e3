import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

const writtenSchema = v.object({
  rating: v.number(),
  body: v.string(),
  author: v.string(),
  state: v.picklist(['pending', 'approved', 'rejected']),
})

const lineSchema = v.object({
  line: v.number(),
  name: v.string(),
  variant_name: v.string(),
  image: v.nullable(v.string()),
  slug: v.string(),
  review: v.nullable(writtenSchema),
})

const linkSchema = v.variant('state', [
  v.object({
    state: v.literal('valid'),
    order_number: v.string(),
    author: v.string(),
    lines: v.array(lineSchema),
  }),
  v.object({ state: v.literal('invalid') }),
])

/** A bought line, and what was written about it. */
export type ReviewLine = v.InferOutput<typeof lineSchema>

/** The result of opening the link of an email: the order's lines, or that the link is invalid. */
export const reviewLinkQuery = (token: string) =>
  queryOptions({
    key: ['review-link', token],
    queryFn: async (db, signal) =>
      v.parse(linkSchema, await row(db.rpc('read_review_link', { p_token: token }).abortSignal(signal))),
  })

/** A review as its writer enters it. */
export interface Review {
  /** One to five. */
  rating: number
  /** At most 2,000 characters; may be empty. */
  body: string
  /** The name it is shown under. */
  author: string
}

/**
 * Sends the review of a line, or changes it while nobody has decided about it.
 * @throws BackendError with the field as hint, `review_decided`, `review_link` or `line`
 */
export async function writeReview(
  db: Backend,
  token: string,
  line: number,
  { rating, body, author }: Review,
): Promise<void> {
  await row(
    db.rpc('write_review', {
      p_token: token,
      p_line: line,
      p_rating: rating,
      p_body: body,
      p_author: author,
    }),
  )
}
