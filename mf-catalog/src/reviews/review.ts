import { counted } from '@shop/pricing'
import type { RatingRow, ReviewRow } from './columns'

/** A review by somebody who bought the product here, approved by staff. */
export interface Review {
  id: string
  /** One to five stars. */
  rating: number
  body: string
  author: string
  /** The variant that was bought, such as "M"; empty for a product without options. */
  variant: string
  /** ISO date and time. */
  createdAt: string
}

/** The approved reviews of a product: how many, and their average in stars. */
export interface Rating {
  count: number
  average: number
}

/** A row of `reviewColumns` as a review. */
export const toReview = ({ variant_name: variant, created_at: createdAt, ...rest }: ReviewRow): Review => ({
  ...rest,
  variant,
  createdAt,
})

/** The rating that a row of `product_ratings` stands for. @param row with at least one review */
export const ratingOf = ({ reviews, stars }: RatingRow): Rating => ({
  count: reviews,
  average: stars / reviews,
})

/** "4.5": an average with one decimal place at most. */
export const averageText = (average: number): string => String(Number(average.toFixed(1)))

/** "1 review", "12 reviews". */
export const countText = (count: number): string => counted(count, 'review')
