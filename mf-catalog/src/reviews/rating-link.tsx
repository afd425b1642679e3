import { Flex, TextLink } from '@shop/ui'
import type { RatingRow } from './columns'
import { countText, ratingOf } from './review'
import { Stars } from './stars'

/** The stars of a product, with a link to its reviews on the same page. */
export function RatingLink({ row }: { row: RatingRow }) {
  const rating = ratingOf(row)
  return (
    <Flex alignItems="center" gap=".6rem">
      <Stars stars={rating.average} />
      <TextLink to="#reviews">{countText(rating.count)}</TextLink>
    </Flex>
  )
}
