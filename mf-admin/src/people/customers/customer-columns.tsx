import { formatPence } from '@shop/pricing'
import { Badge, chakra, Text, VisuallyHidden } from '@shop/ui'
import Eye from 'lucide-react/icons/eye'
import { columnHelper } from '../../kit/columns'
import { formatDate } from '../../kit/dates'
import { RowIconLink, RowLink } from '../../kit/row-link'
import type { ListedCustomer } from './list-customers'

const Badges = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', gap: '.4rem' } })
const column = columnHelper<ListedCustomer>()

/** The columns of the customer list (`docs/specification/back-office.md`, "Customers screen"). */
export const customerColumns = column.columns([
  column.accessor('name', {
    header: 'Customer',
    meta: { narrow: 'title' },
    cell: ({ getValue, row: { id } }) => <RowLink id={id}>{getValue()}</RowLink>,
  }),
  column.accessor('email', {
    header: 'Email',
    meta: { narrow: 'detail' },
    cell: ({ getValue }) => <chakra.span overflowWrap="anywhere">{getValue()}</chakra.span>,
  }),
  column.accessor('orders', {
    header: 'Total Orders',
    meta: { align: 'end', narrow: 'asideDetail' },
    cell: ({ getValue }) => (
      <>
        {getValue().toLocaleString('en-GB')}
        <chakra.span display={{ lg: 'none' }}>{getValue() === 1 ? ' order' : ' orders'}</chakra.span>
      </>
    ),
  }),
  column.accessor(({ spentPence }) => formatPence(spentPence), {
    id: 'spent',
    header: 'Total Spent',
    meta: { align: 'end', narrow: 'aside' },
  }),
  column.accessor('lastOrder', {
    header: 'Last Order',
    cell: ({ getValue }) => <When at={getValue()} />,
  }),
  column.accessor('joined', { header: 'Joined', cell: ({ getValue }) => <When at={getValue()} /> }),
  column.display({
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) => <Status customer={original} />,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { hideHeader: true, narrow: 'actions' },
    cell: ({ row: { id, original } }) => <RowIconLink id={id} label={`View ${original.name}`} icon={Eye} />,
  }),
])

function Status({ customer: { isAgeVerified, acceptsMarketing, tags } }: { customer: ListedCustomer }) {
  return (
    <Badges>
      {isAgeVerified && <Badge status="positive">Verified</Badge>}
      {acceptsMarketing && <Badge status="info">Marketing</Badge>}
      {tags.map((tag) => (
        <Badge key={tag} status="outline" plain>
          {tag}
        </Badge>
      ))}
      {!isAgeVerified && !acceptsMarketing && tags.length === 0 && <VisuallyHidden>None</VisuallyHidden>}
    </Badges>
  )
}

function When({ at }: { at: Date | null }) {
  if (!at) return <Text color="muted">Never</Text>
  return (
    <chakra.time dateTime={at.toISOString()} whiteSpace="nowrap">
      {formatDate(at)}
    </chakra.time>
  )
}
