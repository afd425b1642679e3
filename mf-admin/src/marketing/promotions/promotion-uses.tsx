import { formatPence } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { Badge, Button, chakra, ErrorState, Heading, Loading, Skeleton, Text } from '@shop/ui'
import { useState } from 'react'
import { formatDateTime } from '../../kit/dates'
import { OrderLink } from '../../frame/order-link'
import type { OfficePromotion } from './list-promotions'
import { usesInWords } from './promotion-columns'
import { promotionOrdersQuery, type PromotionOrder } from './promotion-orders'

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '.1rem .9rem',
    alignItems: 'baseline',
    paddingBlock: '.7rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

/** The orders that used a promotion, newest first, a page at a time. */
export function PromotionUses({ promotion }: { promotion: OfficePromotion }) {
  const { returned } = promotion
  return (
    <chakra.section aria-labelledby="promotion-uses" borderTop="1px solid {colors.line}" paddingTop="1.1rem">
      <Heading level={3} look="h3" fontSize="1rem" id="promotion-uses">
        Orders that used it: {usesInWords(promotion)}
      </Heading>
      {returned > 0 && (
        <Text textStyle="small" color="muted">
          {returned.toLocaleString('en-GB')} more gave {returned === 1 ? 'its' : 'their'} use back: cancelled
          or refunded.
        </Text>
      )}
      {promotion.used + returned === 0 ? (
        <Text textStyle="small" color="muted">
          None yet.
        </Text>
      ) : (
        <ul>
          <UsesPage id={promotion.id} page={1} />
        </ul>
      )}
    </chakra.section>
  )
}

function UsesPage({ id, page }: { id: string; page: number }) {
  const { data, error, isFetching, refetch } = useAppQuery(promotionOrdersQuery(id, page))
  const [isNextOpen, setNextOpen] = useState(false)
  if (!data && error) {
    return (
      <li>
        <ErrorState
          level={3}
          title="The orders could not be loaded"
          text="Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </li>
    )
  }
  if (!data) {
    return (
      <li>
        <Loading label="Loading orders">
          <Skeleton height="3rem" />
        </Loading>
      </li>
    )
  }
  return (
    <>
      {data.rows.map((order) => (
        <Use key={order.id} order={order} />
      ))}
      {page < data.pages &&
        (isNextOpen ? (
          <UsesPage id={id} page={page + 1} />
        ) : (
          <chakra.li paddingTop=".7rem">
            <Button variant="quiet" onClick={() => setNextOpen(true)}>
              Show older
            </Button>
          </chakra.li>
        ))}
    </>
  )
}

function Use({ order: { number, at, subtotalPence, discountPence, isReturned } }: { order: PromotionOrder }) {
  return (
    <Row>
      <span>
        <OrderLink number={number} /> {isReturned && <Badge status="neutral">Given back</Badge>}
      </span>
      <chakra.span fontVariantNumeric="tabular-nums" textAlign="end">
        {discountPence > 0 ? `−${formatPence(discountPence)}` : 'Free delivery'}
      </chakra.span>
      <Text textStyle="micro" color="muted">
        <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
      </Text>
      <Text textStyle="micro" color="muted" textAlign="end">
        of {formatPence(subtotalPence)}
      </Text>
    </Row>
  )
}
