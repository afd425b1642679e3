import { Text, TextLink } from '@shop/ui'
import * as v from 'valibot'
import { columnHelper } from '../../kit/columns'
import { formatDate } from '../../kit/dates'
import { countIn } from '../../kit/list-page'
import { ListScreen } from '../../frame/list-screen/list-screen'
import { choiceParam, pageParam } from '../../kit/url-state'
import { officeReviewsQuery, reviewStates, stateLabels, type OfficeReview } from './office-reviews'
import { ReviewActions } from './review-actions'

const params = v.object({ state: choiceParam(reviewStates, 'pending'), page: pageParam() })
const column = columnHelper<OfficeReview>()
const columns = column.columns([
  column.accessor('product', {
    header: 'Product',
    meta: { narrow: 'title' },
    cell: ({ row: { original } }) => (
      <>
        <TextLink to={`/products/${original.slug}`}>{original.product}</TextLink>
        <Text textStyle="micro" color="muted">
          {original.orderNumber}
        </Text>
      </>
    ),
  }),
  column.accessor(({ rating }) => `${String(rating)} of 5`, {
    id: 'rating',
    header: 'Rating',
    meta: { narrow: 'aside' },
  }),
  column.accessor('body', {
    header: 'Review',
    meta: { narrow: 'detail' },
    cell: ({ row: { original } }) => (
      <>
        <Text whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="60ch">
          {original.body || 'Stars only.'}
        </Text>
        <Text textStyle="micro" color="muted">
          {original.author},{' '}
          <time dateTime={original.createdAt.toISOString()}>{formatDate(original.createdAt)}</time>
        </Text>
      </>
    ),
  }),
  column.display({
    id: 'action',
    header: 'Actions',
    meta: { hideHeader: true, narrow: 'actions' },
    cell: ({ row }) => <ReviewActions review={row.original} />,
  }),
])

/** Reviews by buyers: those that wait first, the oldest of them at the top. */
export function Component() {
  return (
    <ListScreen
      title="Reviews"
      params={params}
      query={({ state }) => officeReviewsQuery(state.state, state.page)}
      text={({ data, state }) => countIn(data, stateLabels[state.state])}
      columns={columns}
      filters={() => [{ name: 'state', label: 'State', options: stateLabels }]}
      empty={({ state }) => ({
        title:
          state.state === 'pending'
            ? 'No reviews are waiting'
            : `No reviews are ${stateLabels[state.state].toLowerCase()}`,
        text: 'Two weeks after delivery, customers are asked by email what they think. What they write is listed here.',
      })}
      failure="Failed to load the reviews."
    />
  )
}
