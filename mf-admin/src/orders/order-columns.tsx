import { formatPence } from '@shop/pricing'
import { Badge, badgeStatus, chakra, VisuallyHidden } from '@shop/ui'
import { columnHelper } from '../kit/columns'
import { RowLink } from '../kit/row-link'
import type { ListedOrder } from './list-orders'
import { orderTime } from './order-dates'
import { stateLabel } from './order-statuses'

const column = columnHelper<ListedOrder>()

/** The columns of the order list (`docs/specification/back-office.md`, "Orders screen"). */
export const orderColumns = column.columns([
  column.accessor('number', {
    header: 'Order ID',
    meta: { narrow: 'title' },
    cell: ({ getValue }) => <RowLink id={getValue()}>{getValue()}</RowLink>,
  }),
  column.accessor(({ email }) => email ?? 'Guest', { id: 'customer', header: 'Customer' }),
  column.accessor('createdAt', {
    header: 'Date',
    meta: { narrow: 'detail' },
    cell: ({ getValue }) => (
      <chakra.time dateTime={getValue().toISOString()} whiteSpace="nowrap">
        {orderTime(getValue())}
      </chakra.time>
    ),
  }),
  column.accessor(({ totalPence, currency }) => formatPence(totalPence, currency), {
    id: 'total',
    header: 'Total',
    meta: { align: 'end', narrow: 'aside' },
  }),
  column.accessor('paymentStatus', {
    header: 'Payment',
    meta: { narrow: 'asideDetail' },
    cell: ({ getValue }) => <Badge status={badgeStatus(getValue())}>{stateLabel(getValue())}</Badge>,
  }),
  column.display({
    id: 'details',
    header: 'Details',
    meta: { hideHeader: true, align: 'end' },
    cell: ({ row: { id } }) => (
      <RowLink
        id={id}
        fontWeight="inherit"
        textDecoration="underline"
        textUnderlineOffset=".2em"
        whiteSpace="nowrap"
      >
        View Details<VisuallyHidden> of {id}</VisuallyHidden>
      </RowLink>
    ),
  }),
])
