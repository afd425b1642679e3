import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { reviewColumns, reviewsAtOnce } from './columns'
import { toReview, type Review } from './review'

/** The newest reviews of a product that are older than `last`. */
export function olderReviewsQuery(productId: string, last: Review): AppQuery<Review[]> {
  const { createdAt, id } = last
  return queryOptions({
    key: ['products', 'reviews', productId, id],
    queryFn: async (db, signal) => {
      const data = await rows(
        db
          .from('reviews')
          .select(reviewColumns)
          .eq('product_id', productId)
          .or(`created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.gt."${id}")`)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(reviewsAtOnce)
          .abortSignal(signal),
      )
      return data.map(toReview)
    },
  })
}
