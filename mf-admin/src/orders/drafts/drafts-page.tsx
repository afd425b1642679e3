import { Badge, chakra, onDemand, Text } from '@shop/ui'
import * as v from 'valibot'
import { ListScreen, newId } from '../../frame/list-screen/list-screen'
import { OrderLink } from '../../frame/order-link'
import { columnHelper } from '../../kit/columns'
import { formatDateTime } from '../../kit/dates'
import { countOf } from '../../kit/list-page'
import { RowLink } from '../../kit/row-link'
import { choiceParam, pageParam, textParam } from '../../kit/url-state'
import { draftListQuery, draftStates, type Draft } from './draft-record'
import { stateColours, stateLabels } from './draft-states'

const DraftDialog = onDemand(async () => (await import('./draft-dialog')).DraftDialog, 'The draft')

const params = v.object({
  q: textParam(100),
  state: choiceParam(['', ...draftStates], ''),
  page: pageParam(),
})
const column = columnHelper<Draft>()

const customerOf = ({ first_name: first, last_name: last, email }: Draft) =>
  `${first} ${last}`.trim() || email || 'No customer yet'

const columns = column.columns([
  column.accessor('label', {
    header: 'Draft',
    meta: { narrow: 'title' },
    cell: ({ getValue, row: { original } }) => (
      <>
        <RowLink id={original.id} fontWeight={540}>
          {getValue()}
        </RowLink>
        {original.order_number && (
          <Text as="span" display="block" textStyle="micro" color="muted">
            Order <OrderLink number={original.order_number} />
          </Text>
        )}
      </>
    ),
  }),
  column.accessor(customerOf, {
    id: 'customer',
    header: 'Customer',
    meta: { narrow: 'detail' },
    cell: ({ getValue, row: { original } }) => (
      <>
        <Text as="span" display="block" overflowWrap="anywhere">
          {getValue()}
        </Text>
        {original.email !== getValue() && (
          <Text as="span" display="block" textStyle="micro" color="muted" overflowWrap="anywhere">
            {original.email}
          </Text>
        )}
      </>
    ),
  }),
  column.accessor(({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0), {
    id: 'items',
    header: 'Items',
    meta: { align: 'end', narrow: 'asideDetail' },
    cell: ({ getValue }) => (
      <span>
        {getValue().toLocaleString('en-GB')}
        <chakra.span display={{ lg: 'none' }}> {getValue() === 1 ? 'item' : 'items'}</chakra.span>
      </span>
    ),
  }),
  column.accessor('created_at', {
    header: 'Begun',
    cell: ({ getValue, row: { original } }) => (
      <chakra.span textStyle="small" whiteSpace="nowrap">
        <time dateTime={getValue().toISOString()}>{formatDateTime(getValue())}</time>
        {original.author_name && (
          <Text as="span" display="block" color="muted">
            {original.author_name}
          </Text>
        )}
      </chakra.span>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    meta: { narrow: 'aside' },
    cell: ({ getValue, row: { original } }) => (
      <>
        <Badge status={stateColours[getValue()]}>{stateLabels[getValue()]}</Badge>
        {getValue() === 'sent' && original.link_expires_at && (
          <Text as="span" display="block" textStyle="micro" color="muted">
            until {formatDateTime(original.link_expires_at)}
          </Text>
        )}
      </>
    ),
  }),
])

/** Orders that staff put together for customers, who pay by a link or by telephone. */
export function Component() {
  return (
    <ListScreen
      title="Drafts"
      params={params}
      query={({ filter, state }) => draftListQuery(filter, state.page)}
      text={({ data }) => countOf(data, 'draft')}
      columns={columns}
      search={{ label: 'Search by email, last name or number', maxLength: 100, chip: 'Search' }}
      filters={() => [{ name: 'state', label: 'State', options: { '': 'Any state', ...stateLabels } }]}
      empty={{
        title: 'No drafts yet',
        text: 'Put an order together for a customer, and send them a link to pay for it.',
      }}
      emptyFiltered={{ title: 'No drafts found', text: 'Adjust the search or the filter to see more.' }}
      failure="The drafts could not be loaded"
      details={{
        param: 'draft',
        add: 'New draft',
        render: (id, close) => <DraftDialog id={id === newId ? null : id} onClose={close} />,
      }}
    />
  )
}
