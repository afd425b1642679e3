import { formatPence } from '@shop/pricing'
import { Link } from '@shop/router'
import { Badge, badgeStatus, chakra, VisuallyHidden } from '@shop/ui'
import type { DataColumn } from '../kit/data-column'
import type { ListedOrder } from './list-orders'
import { orderTime } from './order-dates'
import { stateLabel } from './order-statuses'

const TextLink = chakra(Link, {
  base: { textDecoration: 'underline', textUnderlineOffset: '.2em', whiteSpace: 'nowrap' },
})
const NumberLink = chakra(Link, {
  base: { fontWeight: 520, '&:hover': { textDecoration: 'underline' } },
})

/**
 * The columns of the order list (`docs/specification/back-office.md`, "Orders screen").
 *
 * @param detailsOf the link to an order's details
 */
export function orderColumns(
  detailsOf: (orderNumber: string) => { search: string },
): DataColumn<ListedOrder>[] {
  return [
    {
      id: 'number',
      header: 'Order ID',
      narrow: 'title',
      cell: ({ number }) => (
        <NumberLink to={detailsOf(number)} preventScrollReset>
          {number}
        </NumberLink>
      ),
    },
    {
      id: 'customer',
      header: 'Customer',
      cell: ({ email }) => email ?? 'Guest',
    },
    {
      id: 'date',
      header: 'Date',
      narrow: 'detail',
      cell: ({ createdAt }) => (
        <chakra.time dateTime={createdAt.toISOString()} whiteSpace="nowrap">
          {orderTime(createdAt)}
        </chakra.time>
      ),
    },
    {
      id: 'total',
      header: 'Total',
      align: 'end',
      narrow: 'aside',
      cell: ({ totalPence, currency }) => formatPence(totalPence, currency),
    },
    {
      id: 'payment',
      header: 'Payment',
      narrow: 'asideDetail',
      cell: ({ paymentStatus }) => (
        <Badge status={badgeStatus(paymentStatus)}>{stateLabel(paymentStatus)}</Badge>
      ),
    },
    {
      id: 'details',
      header: 'Details',
      hideHeader: true,
      align: 'end',
      cell: ({ number }) => (
        <TextLink to={detailsOf(number)} preventScrollReset>
          View Details<VisuallyHidden> of {number}</VisuallyHidden>
        </TextLink>
      ),
    },
  ]
}
