import { Badge, badgeStatus, Text } from '@shop/ui'
import * as v from 'valibot'
import { ListScreen } from '../../frame/list-screen/list-screen'
import { OrderLink } from '../../frame/order-link'
import { columnHelper } from '../../kit/columns'
import { formatDate, formatDay } from '../../kit/dates'
import { countIn, countOf } from '../../kit/list-page'
import { choiceParam, pageParam, textParam } from '../../kit/url-state'
import { parcelLabel } from '../fulfilment/parcel-words'
import { officeParcelsQuery, parcelStates, type Parcel } from './office-parcels'

const labels = {
  on_the_way: 'On their way',
  exception: 'Held up',
  processing: 'Being prepared',
  delivered: 'Delivered',
}
const params = v.object({ q: textParam(), state: choiceParam(parcelStates, 'on_the_way'), page: pageParam() })
const live = { tables: ['shipments'], keys: [['office-parcels']] }
const column = columnHelper<Parcel>()
const columns = column.columns([
  column.accessor('orderNumber', {
    header: 'Order',
    meta: { narrow: 'title' },
    cell: ({ getValue, row }) => (
      <>
        <OrderLink number={getValue()} />
        <Text textStyle="micro" color="muted" overflowWrap="anywhere">
          {row.original.name}
        </Text>
      </>
    ),
  }),
  column.accessor('trackingNumber', {
    header: 'Tracking number',
    meta: { narrow: 'detail' },
    cell: ({ getValue, row }) => (
      <>
        <Text as="span" display="block" overflowWrap="anywhere">
          {getValue() ?? 'None'}
        </Text>
        <Text textStyle="micro" color="muted">
          {row.original.carrier}
        </Text>
      </>
    ),
  }),
  column.accessor('status', {
    header: 'State',
    meta: { narrow: 'aside' },
    cell: ({ getValue }) => <Badge status={badgeStatus(getValue())}>{parcelLabel(getValue())}</Badge>,
  }),
  column.accessor(({ createdAt }) => formatDate(createdAt), { id: 'sent', header: 'Sent' }),
  column.accessor('expected', {
    header: 'Expected by',
    meta: { narrow: 'asideDetail' },
    cell: ({ row: { original } }) => (
      <>
        {original.expected && formatDay(original.expected)}{' '}
        {original.late && <Badge status="warning">Late</Badge>}
      </>
    ),
  }),
])

/** Parcels by state, the longest on their way first, or by their tracking number. */
export function Component() {
  return (
    <ListScreen
      title="Parcels"
      params={params}
      query={({ filter, state }) => officeParcelsQuery(state.state, filter.q ?? '', state.page)}
      text={({ data, filter, state }) =>
        filter.q ? countOf(data, 'parcel') : countIn(data, labels[state.state])
      }
      columns={columns}
      search={{ label: 'Search by tracking number' }}
      filters={() => [{ name: 'state', label: 'State', options: labels }]}
      empty={({ state }) => ({ title: `No parcels are ${labels[state.state].toLowerCase()}` })}
      emptyFiltered={{ title: 'No parcels found', text: 'Type the beginning of the tracking number.' }}
      failure="Failed to load the parcels."
      live={live}
    />
  )
}
