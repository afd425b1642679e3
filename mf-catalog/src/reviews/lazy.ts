import { lazy, type ComponentType } from 'react'
import type { RatingRow } from './columns'
import type { ReviewsProps } from './reviews'

// Most products have no reviews yet, so their page does not load what shows them. If it cannot be loaded, nothing is shown.
const nothing = { default: () => null }

/** `RatingLink`, loaded where a product has reviews. */
export const RatingLink = lazy<ComponentType<{ row: RatingRow }>>(() =>
  import(/* webpackChunkName: "rare-reviews" */ './rating-link').then(
    ({ RatingLink }) => ({ default: RatingLink }),
    () => nothing,
  ),
)

/** `Reviews`, loaded where a product has reviews. */
export const Reviews = lazy<ComponentType<ReviewsProps>>(() =>
  import(/* webpackChunkName: "rare-reviews" */ './reviews').then(
    ({ Reviews }) => ({ default: Reviews }),
    () => nothing,
  ),
)
