/** Reviews a page shows at first, and each further time. */
export const reviewsAtOnce = 6

/** The columns of `reviews` that are shown. */
export const reviewColumns = 'id, variant_name, rating, body, author, created_at'

/** A row of these columns. */
export interface ReviewRow {
  id: string
  variant_name: string
  rating: number
  body: string
  author: string
  created_at: string
}

/** A row of `product_ratings`: the approved reviews of a product, and the sum of their stars. */
export interface RatingRow {
  reviews: number
  stars: number
}
