import { formatPence } from '@shop/pricing'
import { Link } from '@shop/router'
import { Badge, badgeStatus, chakra, Text } from '@shop/ui'
import { columnHelper } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { formatDate } from '../../kit/dates'
import { inWords } from '../../kit/in-words'
import type { RecentOrder } from './customer-profile'

const OrderLink = chakra(Link, {
  base: {
    fontWeight: 520,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    '&:hover': { textDecoration: 'underline' },
  },
})

const idOf = ({ id }: RecentOrder) => id
const ordersOf = (q: string) => `/admin/orders?${new URLSearchParams({ q }).toString()}`

const column = columnHelper<RecentOrder>()
const columns = column.columns([
  column.accessor('number', {
    header: 'Order number',
    meta: { narrow: 'title' },
    cell: ({ getValue, row: { original } }) => (
      <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap=".4rem .7rem">
        <OrderLink to={ordersOf(getValue())}>{getValue()}</OrderLink>
        {original.isByGuest && (
          <Badge status="outline" plain>
            As guest
          </Badge>
        )}
      </chakra.span>
    ),
  }),
  column.accessor(({ totalPence, currency }) => formatPence(totalPence, currency), {
    id: 'total',
    header: 'Total',
    meta: { align: 'end', narrow: 'aside' },
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { narrow: 'asideDetail' },
    cell: ({ getValue }) => <Badge status={badgeStatus(getValue())}>{inWords(getValue())}</Badge>,
  }),
  column.accessor('paymentStatus', {
    header: 'Payment',
    cell: ({ getValue }) => <Badge status={badgeStatus(getValue())}>{inWords(getValue())}</Badge>,
  }),
  column.accessor('at', {
    header: 'Date',
    meta: { narrow: 'detail' },
    cell: ({ getValue }) => (
      <chakra.time dateTime={getValue().toISOString()} whiteSpace="nowrap">
        {formatDate(getValue())}
      </chakra.time>
    ),
  }),
])

interface RecentOrdersProps {
  orders: readonly RecentOrder[]
  /** Orders placed with the email without an account. */
  guestOrders: number
  email: string
}

/** A customer's newest orders, those placed as a guest among them. */
export function RecentOrders({ orders, guestOrders, email }: RecentOrdersProps) {
  if (orders.length === 0) return <Text color="muted">No orders found for this customer.</Text>
  return (
    <>
      <DataTable label="Recent orders" columns={columns} rows={orders} rowId={idOf} emptyState={null} />
      {guestOrders > 0 && (
        <Text textStyle="small" color="muted">
          {guestOrders === 1
            ? '1 order was placed with this email as a guest and is not part of the statistics. '
            : `${guestOrders.toLocaleString('en-GB')} orders were placed with this email as a guest and are not part of the statistics. `}
          <chakra.a asChild textDecoration="underline">
            <Link to={ordersOf(email)}>All orders with this email</Link>
          </chakra.a>
        </Text>
      )}
    </>
  )
}
