import { chakra, Text } from '@shop/ui'
import type { TrackingEvent } from './tracking'
import { eventTime } from './tracking-messages'

const Line = chakra('li', {
  base: {
    position: 'relative',
    paddingInlineStart: '1.5rem',
    paddingBottom: '1.25rem',
    overflowWrap: 'anywhere',
    '&:last-of-type': { paddingBottom: '0' },
    _before: {
      content: '""',
      position: 'absolute',
      insetInlineStart: '0',
      top: '.55em',
      width: '8px',
      height: '8px',
      borderRadius: 'full',
      background: 'lineStrong',
    },
    '&:first-of-type::before': { background: 'accent' },
    '&:not(:last-of-type)::after': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '3.5px',
      top: 'calc(.55em + 12px)',
      bottom: 'calc(-.55em + 4px)',
      width: '1px',
      background: 'line',
    },
  },
})

/** The tracking events of a parcel, newest first. */
export function TrackingTimeline({ events }: { events: readonly TrackingEvent[] }) {
  if (events.length === 0) return <Text color="muted">No events yet.</Text>
  return (
    <chakra.ol listStyleType="none">
      {events.map(({ id, description, location, at }) => (
        <Line key={id}>
          <Text>{description}</Text>
          <Text textStyle="small" color="muted">
            <time dateTime={at}>{eventTime(at)}</time>
            {location && `, ${location}`}
          </Text>
        </Line>
      ))}
    </chakra.ol>
  )
}
