import { Flex, TextLink } from '@shop/ui'
import { countText, type Rating } from './review'
import { Stars } from './stars'

/** The stars of a product, with a link to its reviews on the same page. */
export function RatingLink({ rating }: { rating: Rating }) {
  return (
    <Flex alignItems="center" gap=".6rem">
      <Stars stars={rating.average} />
      <TextLink to="#reviews">{countText(rating.count)}</TextLink>
    </Flex>
  )
}
