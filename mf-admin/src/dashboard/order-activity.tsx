import { Link } from '@shop/router'
import { queryOptions, row, useAppQuery } from '@shop/supabase'
import { chakra, Text } from '@shop/ui'
import * as v from 'valibot'
import { formatMoment } from '../kit/dates'
import { useLive } from '../frame/staff/use-live'

const eventSchema = v.object({
  id: v.number(),
  order_number: v.string(),
  description: v.string(),
  at: v.string(),
  actor: v.nullable(v.string()),
})

/** The latest that happened to orders, newest first. Needs the right to orders. */
const recentActivityQuery = queryOptions({
  key: ['recent-activity'],
  queryFn: async (db, signal) =>
    v.parse(v.array(eventSchema), await row(db.rpc('recent_activity').abortSignal(signal))),
})

const Line = chakra('li', {
  base: { padding: '.7rem 1.25rem', borderTop: '1px solid {colors.line}', overflowWrap: 'anywhere' },
})
const OrderLink = chakra(Link, { base: { fontWeight: 520, '&:hover': { textDecoration: 'underline' } } })

/** What happened to orders last, live. Nothing while it loads or when nothing happened. */
export function OrderActivity() {
  const { data: events, error } = useAppQuery(recentActivityQuery)
  useLive(['orders'], [recentActivityQuery.key, ['dashboard-stats'], ['sales-series']])
  if (error && !events) {
    return (
      <Text padding=".9rem 1.25rem" borderTop="1px solid {colors.line}" color="muted">
        What happened last could not be loaded.
      </Text>
    )
  }
  if (!events || events.length === 0) return null
  return (
    <ul aria-label="Latest changes of orders">
      {events.map(({ id, order_number: number, description, at, actor }) => (
        <Line key={id}>
          <OrderLink to={`/admin/orders?order=${number}`}>{number}</OrderLink>
          <Text textStyle="small">{description}</Text>
          <Text textStyle="micro" color="muted">
            {[formatMoment(new Date(at)), actor].filter(Boolean).join(', ')}
          </Text>
        </Line>
      ))}
    </ul>
  )
}
