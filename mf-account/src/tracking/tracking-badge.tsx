import { Badge, type BadgeProps } from '@shop/ui'
import { statusLabel } from '../status/status-label'

const looks = new Map<string, BadgeProps>([
  ['processing', { status: 'neutral' }],
  ['shipped', { status: 'info' }],
  // The palette has five hues; the sixth status is the second blue, filled.
  ['in_transit', { status: 'info', background: 'info', color: 'bg' }],
  ['out_for_delivery', { status: 'warning' }],
  ['delivered', { status: 'positive' }],
  ['exception', { status: 'danger' }],
])

/** A parcel's status; each has its own colour, an unknown one is outlined. */
export function TrackingBadge({ status }: { status: string }) {
  return (
    <Badge status="outline" {...looks.get(status)}>
      {statusLabel(status)}
    </Badge>
  )
}
