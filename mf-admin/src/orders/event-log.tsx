import { useAppQuery } from '@shop/supabase'
import { chakra, ErrorState, Loading, Skeleton, Text } from '@shop/ui'
import { orderTime } from './order-dates'
import { orderHistoryQuery, type HistoryEntry } from './order-history'

/** What an entry says: one line, and a second one if there is more to it. */
interface Words {
  title: string
  more?: string | null
}

const emailStates: Readonly<Record<string, string>> = {
  pending: 'Email is waiting to be sent',
  sent: 'Email sent',
  failed: 'Email could not be sent',
}

const signed = new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero' })

/** How entries of each source are told. A new source of `order_history` is one more line here. */
const sources: Readonly<Record<string, (entry: HistoryEntry) => Words>> = {
  event: ({ description, detail }) => ({ title: description, more: detail }),
  email: ({ description, detail }) => ({ title: emailStates[detail ?? ''] ?? 'Email', more: description }),
  tracking: ({ description, detail }) => ({ title: `Tracking: ${description}`, more: detail }),
  stock: ({ description, detail }) => ({
    title: `Stock ${signed.format(Number(detail))}`,
    more: description || 'A product that is deleted',
  }),
}

const wordsOf = (entry: HistoryEntry): Words =>
  sources[entry.source]?.(entry) ?? { title: entry.description || entry.kind, more: entry.detail }

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '.1rem 1rem',
    alignItems: 'baseline',
    paddingBlock: '.6rem',
    overflowWrap: 'anywhere',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

/** What happened to an order, newest first: events, emails, tracking and stock. */
export function EventLog({ orderId }: { orderId: string }) {
  const { data, error, isFetching, refetch } = useAppQuery(orderHistoryQuery(orderId))
  if (!data && error) {
    return (
      <ErrorState
        title="The event log could not be loaded"
        text="Please try again."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <Loading label="Loading event log">
        <Skeleton height="3rem" />
      </Loading>
    )
  }
  return (
    <>
      <ul>
        {data.entries.map((entry) => {
          const { title, more } = wordsOf(entry)
          return (
            <Entry key={entry.key}>
              <Text>{title}</Text>
              <Text textStyle="micro" color="muted" whiteSpace="nowrap">
                <time dateTime={entry.at.toISOString()}>{orderTime(entry.at)}</time>
              </Text>
              <Text textStyle="micro" color="muted" gridColumn="1 / -1">
                {[more, entry.actor && `by ${entry.actor}`].filter(Boolean).join(', ')}
              </Text>
            </Entry>
          )
        })}
      </ul>
      {data.hasMore && (
        <Text textStyle="micro" color="muted">
          Older entries are not shown.
        </Text>
      )}
    </>
  )
}
