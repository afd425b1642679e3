import { arrivalText } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import {
  Badge,
  badgeStatus,
  Box,
  Button,
  chakra,
  Heading,
  Loading,
  Picture,
  Skeleton,
  Text,
  TextLink,
} from '@shop/ui'
import { followMs, useLiveOrders } from '../orders/use-live-orders'
import { statusLabel } from '../status/status-label'
import { onItsWayQuery, type AwaitedOrder } from './read-on-its-way'

const Frame = chakra('section', { base: { marginBottom: 'clamp(2rem, 4vw, 3rem)', minHeight: '11rem' } })
// One row of one height however many wait, so that nothing below it moves when they are known.
const List = chakra('ul', {
  base: {
    display: 'flex',
    gap: '1.5rem',
    overflowX: 'auto',
    scrollSnapType: 'x proximity',
    borderBlock: '1px solid {colors.line}',
  },
})
const Item = chakra('li', {
  base: {
    flex: '0 0 min(22rem, 88%)',
    '&:only-child': { flexBasis: '100%' },
    scrollSnapAlign: 'start',
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr)',
    gap: '1.1rem',
    alignItems: 'center',
    height: '7.5rem',
  },
})
const Empty = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    height: '7.5rem',
    borderBlock: '1px solid {colors.line}',
    color: 'inkSoft',
  },
})
const Line = chakra('p', {
  base: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** The orders on their way, first on the account page. */
export function OnItsWay({ userId }: { userId: string }) {
  useLiveOrders()
  const { data: awaited, error, refetch } = useAppQuery(onItsWayQuery(userId), { everyMs: followMs })
  return (
    <Frame aria-labelledby="on-its-way">
      <Heading level={2} look="h3" id="on-its-way" marginBottom=".9rem">
        On its way
      </Heading>
      {awaited ? (
        awaited.length === 0 ? (
          <Empty>Nothing is on its way at the moment.</Empty>
        ) : (
          <List>
            {awaited.map((order) => (
              <Awaited key={order.number} order={order} />
            ))}
          </List>
        )
      ) : error ? (
        <Box role="alert" display="grid" gap=".5rem" justifyItems="start">
          <Text>We couldn’t check where your orders are.</Text>
          <Button variant="text" onClick={() => void refetch()}>
            Try again
          </Button>
        </Box>
      ) : (
        <Loading label="Loading what is on its way">
          <List>
            <Item>
              <Skeleton height="80px" width="64px" />
              <Box display="grid" gap=".4rem">
                <Skeleton height="1.4rem" width="12rem" maxWidth="100%" />
                <Skeleton height="1.4rem" width="16rem" maxWidth="100%" />
              </Box>
            </Item>
          </List>
        </Loading>
      )}
    </Frame>
  )
}

function Awaited({ order }: { order: AwaitedOrder }) {
  return (
    <Item>
      <Picture src={order.image} alt="" sizes="64px" />
      <Box minWidth="0" display="grid" gap=".2rem">
        <Line fontWeight={520}>{order.days ? arrivalText(order.days) : 'We’ll tell you the day soon'}</Line>
        <Line color="inkSoft">
          {order.name}
          {order.more > 0 && ` and ${String(order.more)} more`}
        </Line>
        <Box display="flex" alignItems="center" gap=".75rem" whiteSpace="nowrap">
          <Badge status={badgeStatus(order.status)}>{waitLabel(order.status)}</Badge>
          <TextLink
            to={`/account/orders?order=${order.number}`}
            aria-label={`Details of order ${order.number}`}
          >
            Details
          </TextLink>
        </Box>
      </Box>
    </Item>
  )
}

const waiting: Record<string, string> = {
  pending: 'Being prepared',
  processing: 'Being prepared',
  exception: 'Held up',
}

const waitLabel = (status: string): string => waiting[status] ?? statusLabel(status)
