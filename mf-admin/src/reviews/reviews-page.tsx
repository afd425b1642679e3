import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { EmptyState, Grid, PageHeader, Text, TextLink } from '@shop/ui'
import * as v from 'valibot'
import type { DataColumn } from '../kit/data-column'
import { DataTable } from '../kit/data-table'
import { FilterSelect } from '../kit/filter-select'
import { FilterBar } from '../kit/filters'
import { Pager } from '../kit/pager'
import { choiceParam, pageParam, useUrlState } from '../kit/url-state'
import { officeReviewsQuery, reviewStates, stateLabels, type OfficeReview } from './office-reviews'
import { ReviewActions } from './review-actions'

const params = v.object({ state: choiceParam(reviewStates, 'pending'), page: pageParam() })
const idOf = ({ id }: OfficeReview) => id
const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
})

const columns: DataColumn<OfficeReview>[] = [
  {
    id: 'product',
    header: 'Product',
    narrow: 'title',
    cell: ({ product, slug, orderNumber }) => (
      <>
        <TextLink to={`/products/${slug}`}>{product}</TextLink>
        <Text textStyle="micro" color="muted">
          {orderNumber}
        </Text>
      </>
    ),
  },
  {
    id: 'rating',
    header: 'Rating',
    narrow: 'aside',
    cell: ({ rating }) => `${String(rating)} of 5`,
  },
  {
    id: 'review',
    header: 'Review',
    narrow: 'detail',
    cell: ({ body, author, createdAt }) => (
      <>
        <Text whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="60ch">
          {body || 'Stars only.'}
        </Text>
        <Text textStyle="micro" color="muted">
          {author}, <time dateTime={createdAt.toISOString()}>{date.format(createdAt)}</time>
        </Text>
      </>
    ),
  },
  {
    id: 'action',
    header: 'Actions',
    hideHeader: true,
    narrow: 'actions',
    cell: (review) => <ReviewActions review={review} />,
  },
]

/** Reviews by buyers: those that wait first, the oldest of them at the top. */
export function Component() {
  const [state, change] = useUrlState(params)
  const list = useAppQuery(officeReviewsQuery(state.state, state.page), { keepPrevious: true })
  const { data } = list
  const count = data ? `${data.exact ? '' : 'More than '}${data.total.toLocaleString('en-GB')}` : ''
  const label = stateLabels[state.state].toLowerCase()
  return (
    <>
      <PageHead title="Reviews" description="Restricted access only" noindex />
      <PageHeader title="Reviews" text={data ? `${count} ${label}` : 'Loading'} />
      <Grid gap="1.1rem">
        <FilterBar>
          <FilterSelect
            label="State"
            value={state.state}
            labels={stateLabels}
            onChoose={(chosen) => change({ state: chosen })}
          />
        </FilterBar>
        <DataTable
          label="Reviews"
          columns={columns}
          rows={data?.rows}
          rowId={idOf}
          isStale={list.isPlaceholderData}
          error={!data && list.error ? 'Failed to load the reviews.' : null}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
          emptyState={
            <EmptyState
              level={2}
              title={state.state === 'pending' ? 'No reviews are waiting' : `No reviews are ${label}`}
              text="Two weeks after delivery, customers are asked by email what they think. What they write is listed here."
            />
          }
        />
        {data && <Pager page={data.page} pages={data.pages} />}
      </Grid>
    </>
  )
}
