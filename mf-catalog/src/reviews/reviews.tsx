import { londonDay } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { Box, Button, chakra, Flex, Heading, Stack, Text, Wrap } from '@shop/ui'
import { useId, useState } from 'react'
import { LoadError } from '../load-error/load-error'
import { reviewsAtOnce, type RatingRow, type ReviewRow } from './columns'
import { olderReviewsQuery } from './list-reviews'
import { averageText, countText, ratingOf, toReview, type Review } from './review'
import { Stars } from './stars'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2rem 3rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    listStyle: 'none',
  },
})

interface ReviewsProps {
  productId: string
  row: RatingRow
  /** The newest of them. */
  newest: readonly ReviewRow[]
}

/** The reviews of a product by buyers, with a button that loads more. */
export function Reviews({ productId, row, newest }: ReviewsProps) {
  const rating = ratingOf(row)
  const id = useId()
  const [older, setOlder] = useState<readonly Review[]>([])
  const [asked, setAsked] = useState<Review | null>(null)
  const shown = [...newest.map(toReview), ...older]
  const last = shown.at(-1)
  const { data, isError, isFetching, refetch } = useAppQuery(asked && olderReviewsQuery(productId, asked))
  if (data && asked && asked.id === last?.id && data.length > 0) setOlder([...older, ...data])
  const isComplete = shown.length >= rating.count || (asked?.id === last?.id && data?.length === 0)
  return (
    <chakra.section id="reviews" aria-labelledby={id} paddingTop="section">
      <Wrap>
        <Stack gap="clamp(1.75rem, 3vw, 3rem)" alignItems="stretch">
          <Flex flexWrap="wrap" alignItems="baseline" gap=".5rem 1.5rem">
            <Heading level={2} id={id}>
              Reviews
            </Heading>
            <Flex alignItems="center" gap=".6rem">
              <Stars stars={rating.average} />
              <Text color="inkSoft">
                {averageText(rating.average)} out of 5, from {countText(rating.count)}
              </Text>
            </Flex>
          </Flex>
          <List>
            {shown.map((review) => (
              <li key={review.id}>
                <ReviewText review={review} />
              </li>
            ))}
          </List>
          {isError && (
            <LoadError what="More reviews" onRetry={() => void refetch()} retrying={isFetching} level={3} />
          )}
          {!isComplete && !isError && last && (
            <Box>
              <Button variant="quiet" busy={isFetching} busyLabel="Loading..." onClick={() => setAsked(last)}>
                Show {Math.min(reviewsAtOnce, rating.count - shown.length)} more
              </Button>
            </Box>
          )}
        </Stack>
      </Wrap>
    </chakra.section>
  )
}

function ReviewText({ review }: { review: Review }) {
  const { rating, body, author, variant, createdAt } = review
  return (
    <Stack gap=".6rem">
      <Stars stars={rating} />
      {body && (
        <Text whiteSpace="pre-line" overflowWrap="anywhere">
          {body}
        </Text>
      )}
      <Text textStyle="small" color="muted">
        {author}, <time dateTime={createdAt}>{londonDay(new Date(createdAt))}</time>. Bought here
        {variant && `: ${variant}`}.
      </Text>
    </Stack>
  )
}
