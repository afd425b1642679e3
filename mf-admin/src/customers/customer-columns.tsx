import { formatPence } from '@shop/pricing'
import { Badge, chakra, Text, VisuallyHidden } from '@shop/ui'
import type { ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import { formatDate } from '../kit/dates'
import type { ListedCustomer } from './list-customers'

const Badges = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', gap: '.4rem' } })
const Email = chakra('span', { base: { overflowWrap: 'anywhere' } })

/**
 * The columns of the customer list (`docs/specification/back-office.md`, "Customers screen").
 *
 * @param nameOf the name as a link
 * @param actionOf the button of a row
 */
export function customerColumns(
  nameOf: (customer: ListedCustomer) => ReactNode,
  actionOf: (customer: ListedCustomer) => ReactNode,
): DataColumn<ListedCustomer>[] {
  return [
    { id: 'customer', header: 'Customer', narrow: 'title', cell: nameOf },
    { id: 'email', header: 'Email', narrow: 'detail', cell: ({ email }) => <Email>{email}</Email> },
    {
      id: 'orders',
      header: 'Total Orders',
      align: 'end',
      narrow: 'asideDetail',
      cell: ({ orders }) => (
        <>
          {orders.toLocaleString('en-GB')}
          <chakra.span display={{ lg: 'none' }}>{orders === 1 ? ' order' : ' orders'}</chakra.span>
        </>
      ),
    },
    {
      id: 'spent',
      header: 'Total Spent',
      align: 'end',
      narrow: 'aside',
      cell: ({ spentPence }) => formatPence(spentPence),
    },
    {
      id: 'last',
      header: 'Last Order',
      cell: ({ lastOrder }) => <When at={lastOrder} />,
    },
    { id: 'joined', header: 'Joined', cell: ({ joined }) => <When at={joined} /> },
    {
      id: 'status',
      header: 'Status',
      cell: ({ isAgeVerified, acceptsMarketing }) => (
        <Badges>
          {isAgeVerified && <Badge status="positive">Verified</Badge>}
          {acceptsMarketing && <Badge status="info">Marketing</Badge>}
          {!isAgeVerified && !acceptsMarketing && <VisuallyHidden>None</VisuallyHidden>}
        </Badges>
      ),
    },
    { id: 'actions', header: 'Actions', hideHeader: true, narrow: 'actions', cell: actionOf },
  ]
}

function When({ at }: { at: Date | null }) {
  if (!at) return <Text color="muted">Never</Text>
  return (
    <chakra.time dateTime={at.toISOString()} whiteSpace="nowrap">
      {formatDate(at)}
    </chakra.time>
  )
}
