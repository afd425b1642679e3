import { counted, formatPence } from '@shop/pricing'
import { Badge, badgeStatus, chakra, Icon, Text, VisuallyHidden } from '@shop/ui'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { columnHelper } from '../kit/columns'
import { inWords } from '../kit/in-words'
import { RowLink } from '../kit/row-link'
import type { ListedOrder } from './list-orders'
import { orderTime } from './order-dates'
import { fulfilmentLabel } from './order-statuses'

const column = columnHelper<ListedOrder>()

/** The columns of the order list (`docs/specification/back-office.md`, "Orders screen"). */
export const orderColumns = column.columns([
  column.accessor('number', {
    header: 'Order ID',
    meta: { narrow: 'title' },
    cell: ({ getValue }) => (
      <RowLink id={getValue()} whiteSpace="nowrap">
        {getValue()}
      </RowLink>
    ),
  }),
  column.accessor(({ email }) => email ?? 'Guest', {
    id: 'customer',
    header: 'Customer',
    enableSorting: true,
    cell: ({ getValue, row: { original } }) => (
      <chakra.span display="grid" overflowWrap="anywhere">
        <span>{getValue()}</span>
        {original.name && (
          <Text as="span" textStyle="micro" color="muted">
            {original.name}
          </Text>
        )}
      </chakra.span>
    ),
  }),
  column.accessor('createdAt', {
    id: 'date',
    header: 'Date',
    enableSorting: true,
    meta: { narrow: 'detail' },
    cell: ({ getValue, row: { original } }) => (
      <>
        <chakra.time
          dateTime={getValue().toISOString()}
          display={{ base: 'inline', lg: 'inline-block' }}
          minWidth={{ lg: '5.8rem' }}
        >
          {orderTime(getValue())}
        </chakra.time>
        <chakra.span data-only="narrow" overflowWrap="anywhere">
          {`, ${original.name || (original.email ?? 'Guest')}, ${fulfilmentLabel(original).toLowerCase()}`}
        </chakra.span>
      </>
    ),
  }),
  column.accessor(({ totalPence, currency }) => formatPence(totalPence, currency), {
    id: 'total',
    header: 'Total',
    enableSorting: true,
    meta: { align: 'end', narrow: 'aside' },
  }),
  column.accessor('paymentStatus', {
    header: 'Payment',
    meta: { narrow: 'asideDetail' },
    cell: ({ getValue, row: { original } }) => (
      <chakra.span display="inline-grid" justifyItems="start" gap=".2rem" whiteSpace="nowrap">
        <Badge status={badgeStatus(getValue())}>{inWords(getValue())}</Badge>
        <Text as="span" textStyle="micro" color="muted" data-only="wide">
          {original.paymentMethod}
        </Text>
      </chakra.span>
    ),
  }),
  column.accessor('status', {
    id: 'status',
    header: 'Fulfilment',
    enableHiding: true,
    enableSorting: true,
    cell: ({ getValue, row: { original } }) => (
      <chakra.span display="grid" justifyItems="start" gap=".2rem" whiteSpace="nowrap">
        <Badge status={badgeStatus(getValue())}>{fulfilmentLabel(original)}</Badge>
        <Text as="span" textStyle="micro" color="muted">
          {[original.delivery, counted(original.items, 'item')].filter(Boolean).join(', ')}
        </Text>
      </chakra.span>
    ),
  }),
  column.display({
    id: 'details',
    header: 'Details',
    meta: { hideHeader: true, align: 'end', narrow: 'actions' },
    cell: ({ row: { id } }) => (
      <RowLink
        id={id}
        display="inline-grid"
        placeItems="center"
        minWidth="44px"
        minHeight="44px"
        fontWeight="inherit"
        textDecoration="underline"
        textUnderlineOffset=".2em"
        whiteSpace="nowrap"
      >
        <span data-only="wide" aria-hidden>
          View Details
        </span>
        <span data-only="narrow" aria-hidden>
          <Icon as={ChevronRight} size="s" />
        </span>
        <VisuallyHidden>View Details of {id}</VisuallyHidden>
      </RowLink>
    ),
  }),
])
