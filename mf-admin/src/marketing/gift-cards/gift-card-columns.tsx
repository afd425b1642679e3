import { formatPence } from '@shop/pricing'
import { Badge, chakra, Text } from '@shop/ui'
import { columnHelper } from '../../kit/columns'
import { formatDate } from '../../kit/dates'
import { RowLink } from '../../kit/row-link'
import { OrderLink } from '../../frame/order-link'
import { ColleagueName } from '../../frame/staff/colleague-name'
import { stateColours, stateLabels } from './gift-card-states'
import type { GiftCard } from './list-gift-cards'

/** Where a card comes from: the order that bought it, or the member of staff who issued it. */
export function Origin({ card: { orderNumber, issuedBy } }: { card: GiftCard }) {
  if (orderNumber === null)
    return (
      <>
        Issued by <ColleagueName userId={issuedBy} />
      </>
    )
  return (
    <>
      Bought by <OrderLink number={orderNumber} />
    </>
  )
}

function Day({ at }: { at: Date }) {
  return (
    <chakra.time dateTime={at.toISOString()} whiteSpace="nowrap">
      {formatDate(at)}
    </chakra.time>
  )
}

const column = columnHelper<GiftCard>()

/** The columns of the gift cards. */
export const giftCardColumns = column.columns([
  column.accessor('hint', {
    header: 'Card',
    meta: { narrow: 'title' },
    cell: ({ getValue, row: { id } }) => (
      <RowLink
        id={id}
        aria-label={`Gift card ending ${getValue()}`}
        fontWeight={540}
        whiteSpace="nowrap"
        fontVariantNumeric="tabular-nums"
      >
        … {getValue()}
      </RowLink>
    ),
  }),
  column.accessor('balancePence', {
    header: 'Balance',
    meta: { align: 'end', narrow: 'asideDetail' },
    cell: ({ getValue, row: { original } }) => (
      <chakra.span whiteSpace="nowrap">
        {formatPence(getValue())}
        <chakra.span display={{ lg: 'none' }} color="muted">
          {' '}
          of {formatPence(original.initialPence)}
        </chakra.span>
      </chakra.span>
    ),
  }),
  column.accessor(({ initialPence }) => formatPence(initialPence), {
    id: 'initial',
    header: 'Initial amount',
    meta: { align: 'end' },
  }),
  column.accessor('state', {
    header: 'State',
    meta: { narrow: 'aside' },
    cell: ({ getValue }) => <Badge status={stateColours[getValue()]}>{stateLabels[getValue()]}</Badge>,
  }),
  column.accessor('recipientEmail', {
    header: 'From',
    meta: { narrow: 'detail' },
    cell: ({ getValue, row: { original } }) => (
      <chakra.span overflowWrap="anywhere">
        <Origin card={original} />
        {getValue() && (
          <Text as="span" display="block" textStyle="micro" color="muted">
            for {getValue()}
          </Text>
        )}
      </chakra.span>
    ),
  }),
  column.accessor('createdAt', { header: 'Issued on', cell: ({ getValue }) => <Day at={getValue()} /> }),
  column.accessor('expiresAt', { header: 'Good until', cell: ({ getValue }) => <Day at={getValue()} /> }),
])
