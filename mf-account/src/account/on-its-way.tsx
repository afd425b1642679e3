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
import { onItsWayQuery, type AwaitedOrder, type Days } from './read-on-its-way'

const Frame = chakra('section', { base: { marginBottom: 'clamp(2rem, 4vw, 3rem)', minHeight: '11rem' } })
const List = chakra('ul', { base: { borderTop: '1px solid {colors.line}' } })
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr)',
    gap: '1.1rem',
    alignItems: 'center',
    paddingBlock: '1rem',
    borderBottom: '1px solid {colors.line}',
  },
})

/** What the shopper waits for, first on their page. */
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
          <Text color="inkSoft">Nothing is on its way just now.</Text>
        ) : (
          <List>
            {awaited.map((order) => (
              <Awaited key={order.number} order={order} />
            ))}
          </List>
        )
      ) : error ? (
        <Box role="alert" display="grid" gap=".5rem" justifyItems="start">
          <Text>We could not look where your orders are.</Text>
          <Button variant="text" onClick={() => void refetch()}>
            Try again
          </Button>
        </Box>
      ) : (
        <Loading label="Loading what is on its way">
          <List>
            <Row>
              <Skeleton height="80px" width="64px" />
              <Box display="grid" gap=".4rem">
                <Skeleton height="1.4rem" width="12rem" maxWidth="100%" />
                <Skeleton height="1.4rem" width="16rem" maxWidth="100%" />
              </Box>
            </Row>
          </List>
        </Loading>
      )}
    </Frame>
  )
}

function Awaited({ order }: { order: AwaitedOrder }) {
  return (
    <Row>
      <Picture src={order.image} alt="" sizes="64px" />
      <Box minWidth="0" display="grid" gap=".3rem">
        <Box display="flex" flexWrap="wrap" alignItems="center" gap=".3rem .75rem">
          <Text fontWeight={520} overflowWrap="anywhere">
            {order.days ? arrival(order.days) : 'We tell you the day as soon as we know it'}
          </Text>
          <Badge status={badgeStatus(order.status)}>{waitLabel(order.status)}</Badge>
        </Box>
        <Text color="inkSoft" overflowWrap="anywhere">
          {order.name}
          {order.more > 0 && ` and ${String(order.more)} more`}
        </Text>
        <TextLink to={`/account/orders?order=${order.number}`} aria-label={`Order ${order.number}`}>
          {order.number}
        </TextLink>
      </Box>
    </Row>
  )
}

const waiting: Record<string, string> = {
  pending: 'Being prepared',
  processing: 'Being prepared',
  exception: 'Held up',
}

const waitLabel = (status: string): string => waiting[status] ?? statusLabel(status)

const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/** "Expected on Tuesday 24 November", or between two days. */
function arrival({ from, to }: Days): string {
  const [first, last] = [day.format(new Date(from)), day.format(new Date(to))]
  return from === to ? `Expected on ${first}` : `Expected between ${first} and ${last}`
}
