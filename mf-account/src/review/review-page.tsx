import { useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery, useQueryClient } from '@shop/supabase'
import {
  Box,
  Button,
  EmptyState,
  ErrorState,
  FullPageSpinner,
  Grid,
  Heading,
  LinkButton,
  Panel,
  Picture,
  Stack,
  Text,
  Wrap,
} from '@shop/ui'
import { useState } from 'react'
import { ReviewForm } from './review-form'
import { reviewLinkQuery, type ReviewLine } from './review-link'

/** The target of the link in the email that asks for reviews: `/review?token=…`. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? ''
  const { data, error, isFetching, refetch } = useAppQuery(token ? reviewLinkQuery(token) : null)
  if (!data && !error && token) return <FullPageSpinner label="Checking your link..." />
  return (
    <Wrap paddingBlock="clamp(2.5rem, 7vw, 6rem)">
      <PageHead title="Write a review" description="What do you think of your order?" noindex />
      <Box maxWidth="640px" marginInline="auto" display="grid" gap="1.5rem">
        {data?.state === 'valid' ? (
          <>
            <Stack gap=".75rem">
              <Heading level={1}>Write a review</Heading>
              <Text color="inkSoft">
                For what you bought in order {data.order_number}. We read every review before publishing it,
                good or bad.
              </Text>
            </Stack>
            {data.lines.map((line) => (
              <Line key={line.line} token={token} line={line} author={data.author} />
            ))}
            {data.lines.length === 0 && <Text>There’s nothing left to review in this order.</Text>}
          </>
        ) : error ? (
          <ErrorState
            title="Your link could not be checked"
            text="It is still valid. Please try again."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <EmptyState
            level={1}
            title="This link is not valid"
            text="Links to write a review work for six months. Please use the one in our email."
            action={
              <LinkButton to="/" variant="quiet">
                Back to home
              </LinkButton>
            }
          />
        )}
      </Box>
    </Wrap>
  )
}

const decided = {
  approved: 'Thank you. Your review is on the product page.',
  rejected: 'Thank you. We have decided not to publish this review.',
}

function Line({ token, line, author }: { token: string; line: ReviewLine; author: string }) {
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(line.review === null)
  const { review } = line
  const name = line.variant_name ? `${line.name}, ${line.variant_name}` : line.name
  return (
    <Panel>
      <Grid gap="1.25rem">
        <Box display="flex" gap="1rem" alignItems="center">
          {line.image && (
            <Box flex="none" width="72px">
              <Picture src={line.image} alt="" sizes="72px" />
            </Box>
          )}
          <Heading level={2} look="h3">
            {name}
          </Heading>
        </Box>
        {review && review.state !== 'pending' && <Text>{decided[review.state]}</Text>}
        {review?.state === 'pending' && !isEditing && (
          <Stack gap=".75rem" alignItems="start">
            <Text role="status">Thank you. We’ll read it soon and then publish it on the product page.</Text>
            <Button
              variant="quiet"
              onClick={() => {
                setEditing(true)
              }}
            >
              Change it
            </Button>
          </Stack>
        )}
        {isEditing && review?.state !== 'approved' && review?.state !== 'rejected' && (
          <ReviewForm
            token={token}
            line={line}
            author={author}
            onWritten={() => {
              setEditing(false)
              void queries.invalidateQueries({ queryKey: ['review-link', token] })
            }}
          />
        )}
      </Grid>
    </Panel>
  )
}
