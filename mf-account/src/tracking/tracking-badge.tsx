import { Badge, type BadgeProps } from '@shop/ui'
import { statusWord } from '../status/status-word'

const looks = new Map<string, BadgeProps>([
  ['processing', { status: 'neutral' }],
  ['shipped', { status: 'info' }],
  // The palette has five hues; the sixth status is the second blue, filled.
  ['in_transit', { status: 'info', background: 'info', color: 'bg' }],
  ['out_for_delivery', { status: 'warning' }],
  ['delivered', { status: 'positive' }],
  ['exception', { status: 'danger' }],
])

/** Where a parcel is, in a word; each status has its own colour and what we do not know is outlined. */
export function TrackingBadge({ status }: { status: string }) {
  return (
    <Badge status="outline" {...looks.get(status)}>
      {statusWord(status)}
    </Badge>
  )
}
