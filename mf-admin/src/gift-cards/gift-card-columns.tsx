import { formatPence } from '@shop/pricing'
import { Badge, chakra, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import { formatDate } from '../kit/dates'
import { colleagueName, type Colleague } from '../staff/colleagues'
import { stateColours, stateLabels } from './gift-card-states'
import type { GiftCard } from './list-gift-cards'
import { OrderLink } from '../order-link/order-link'

/** Where a card comes from: the order that bought it, or the member of staff who issued it. */
export function Origin({
  card,
  colleagues,
}: {
  card: GiftCard
  colleagues: readonly Colleague[] | undefined
}) {
  if (card.orderNumber !== null)
    return (
      <>
        Bought by <OrderLink number={card.orderNumber} />
      </>
    )
  return <>Issued by {colleagueName(colleagues, card.issuedBy)}</>
}

/** The columns of the gift cards. @param nameOf the card as a link */
export function giftCardColumns(
  nameOf: (card: GiftCard) => ReactNode,
  colleagues: readonly Colleague[] | undefined,
): DataColumn<GiftCard>[] {
  return [
    { id: 'card', header: 'Card', narrow: 'title', cell: nameOf },
    {
      id: 'balance',
      header: 'Balance',
      align: 'end',
      narrow: 'asideDetail',
      cell: ({ balancePence, initialPence }) => (
        <chakra.span whiteSpace="nowrap">
          {formatPence(balancePence)}
          <chakra.span display={{ lg: 'none' }} color="muted">
            {' '}
            of {formatPence(initialPence)}
          </chakra.span>
        </chakra.span>
      ),
    },
    {
      id: 'initial',
      header: 'Initial amount',
      align: 'end',
      cell: ({ initialPence }) => formatPence(initialPence),
    },
    {
      id: 'state',
      header: 'State',
      narrow: 'aside',
      cell: ({ state }) => <Badge status={stateColours[state]}>{stateLabels[state]}</Badge>,
    },
    {
      id: 'origin',
      header: 'From',
      narrow: 'detail',
      cell: (card) => (
        <chakra.span overflowWrap="anywhere">
          <Origin card={card} colleagues={colleagues} />
          {card.recipientEmail && (
            <Text as="span" display="block" textStyle="micro" color="muted">
              for {card.recipientEmail}
            </Text>
          )}
        </chakra.span>
      ),
    },
    {
      id: 'created',
      header: 'Issued on',
      cell: ({ createdAt }) => (
        <chakra.time dateTime={createdAt.toISOString()} whiteSpace="nowrap">
          {formatDate(createdAt)}
        </chakra.time>
      ),
    },
    {
      id: 'expires',
      header: 'Good until',
      cell: ({ expiresAt }) => (
        <chakra.time dateTime={expiresAt.toISOString()} whiteSpace="nowrap">
          {formatDate(expiresAt)}
        </chakra.time>
      ),
    },
  ]
}
