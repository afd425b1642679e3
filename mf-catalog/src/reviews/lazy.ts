import { lazy, type ComponentProps, type ComponentType } from 'react'
import type { RatingLink as Link } from './rating-link'
import type { Reviews as List } from './reviews'

// Most products have no reviews yet, so their page does not load what shows them. If it cannot be loaded, nothing is shown.
const nothing = { default: () => null }

/** `RatingLink`, loaded where a product has reviews. */
export const RatingLink = lazy<ComponentType<ComponentProps<typeof Link>>>(() =>
  import(/* webpackChunkName: "rare-reviews" */ './rating-link').then(
    ({ RatingLink }) => ({ default: RatingLink }),
    () => nothing,
  ),
)

/** `Reviews`, loaded where a product has reviews. */
export const Reviews = lazy<ComponentType<ComponentProps<typeof List>>>(() =>
  import(/* webpackChunkName: "rare-reviews" */ './reviews').then(
    ({ Reviews }) => ({ default: Reviews }),
    () => nothing,
  ),
)
